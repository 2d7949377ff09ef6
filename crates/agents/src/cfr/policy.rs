//! The file of a mixed strategy: how often each move is played, by what a seat knows.
//!
//! `strategy.bin`, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `ludocfr1` |
//! | 4 | how many texts of moves follow |
//! | 4 + n, each | the length of a text, and the text |
//! | 4 | how many information sets follow, ordered by seat and then by information |
//! | 1 + 4 + n, each | the seat, counted from 0; the length of the information, and the information as `Game::info` gives it |
//! | 4 | how many moves it has, in the order the game lists them |
//! | 12, each | the number of the move's text; how likely it is (f32); what it is worth to the seat, in points, when everybody keeps to the strategy (f32, not a number where nobody ever gets there) |
//! | 8 | xxh3 of everything before |

use ludometer_game::Seat;
use std::cmp::Ordering;
use xxhash_rust::xxh3::xxh3_64;

/// The file's name in the bot folder.
pub const STRATEGY: &str = "strategy.bin";
const MAGIC: &[u8; 8] = b"ludocfr1";
/// How far the shares of a set may be from 1 together.
const SLACK: f32 = 1e-3;

/// A move of an information set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The number of its text in [`Policy::texts`].
    pub text: u32,
    /// How likely it is.
    pub share: f32,
    /// Points it brings the seat when everybody keeps to the strategy, where that is known.
    pub worth: Option<f32>,
}

/// An information set and where its parts are.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Place {
    seat: u8,
    info: (u32, u32),
    first: u32,
    count: u32,
}

/// A mixed strategy for all seats of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Policy {
    texts: Vec<String>,
    infos: Vec<u8>,
    places: Vec<Place>,
    choices: Vec<Choice>,
}

impl Policy {
    /// An empty strategy over moves with these texts.
    #[must_use]
    pub fn new(texts: Vec<String>) -> Self {
        Policy { texts, ..Policy::default() }
    }

    /// Adds an information set; they come ordered by seat and then by information.
    ///
    /// # Panics
    /// When they do not.
    pub fn push(&mut self, seat: u8, info: &[u8], choices: &[Choice]) {
        let ordered = self.places.last().is_none_or(|&last| self.compare(last, seat, info).is_lt());
        assert!(ordered, "information sets are added in order");
        let place = Place {
            seat,
            info: (self.infos.len() as u32, info.len() as u32),
            first: self.choices.len() as u32,
            count: choices.len() as u32,
        };
        self.infos.extend_from_slice(info);
        self.choices.extend_from_slice(choices);
        self.places.push(place);
    }

    /// How many information sets there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The texts of moves.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Every information set: its seat, what is known, its moves.
    pub fn sets(&self) -> impl Iterator<Item = (Seat, &[u8], &[Choice])> {
        self.places.iter().map(|&place| (Seat::new(place.seat), self.info(place), self.moves(place)))
    }

    /// The moves of a seat that knows this, in the order the game lists them.
    #[must_use]
    pub fn find(&self, seat: Seat, info: &[u8]) -> Option<&[Choice]> {
        let found = self.places.binary_search_by(|&place| self.compare(place, seat.index() as u8, info));
        found.ok().map(|at| self.moves(self.places[at]))
    }

    fn info(&self, place: Place) -> &[u8] {
        &self.infos[place.info.0 as usize..][..place.info.1 as usize]
    }

    fn moves(&self, place: Place) -> &[Choice] {
        &self.choices[place.first as usize..][..place.count as usize]
    }

    fn compare(&self, place: Place, seat: u8, info: &[u8]) -> Ordering {
        place.seat.cmp(&seat).then_with(|| self.info(place).cmp(info))
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, number: usize| out.extend((number as u32).to_le_bytes());
        number(&mut out, self.texts.len());
        for text in &self.texts {
            number(&mut out, text.len());
            out.extend(text.as_bytes());
        }
        number(&mut out, self.places.len());
        for &place in &self.places {
            out.push(place.seat);
            number(&mut out, place.info.1 as usize);
            out.extend(self.info(place));
            number(&mut out, place.count as usize);
            for choice in self.moves(place) {
                out.extend(choice.text.to_le_bytes());
                out.extend(choice.share.to_le_bytes());
                out.extend(choice.worth.unwrap_or(f32::NAN).to_le_bytes());
            }
        }
        out.extend(xxh3_64(&out).to_le_bytes());
        out
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// When they are not a strategy, or a damaged one; says in words what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let damaged = || "it is cut off or damaged; train the bot again".to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err("it is not a strategy of `ludometer train cfr`".into());
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if body.len() < MAGIC.len() || xxh3_64(body) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let mut reader = Reader(&body[MAGIC.len()..]);
        reader.policy().filter(|_| reader.0.is_empty()).ok_or_else(damaged)
    }
}

/// What is left to read; `None` from any method is a damaged file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<[u8; 4]> {
        self.take(4)?.try_into().ok()
    }

    fn number(&mut self) -> Option<usize> {
        self.word().map(|word| u32::from_le_bytes(word) as usize)
    }

    fn real(&mut self) -> Option<f32> {
        self.word().map(f32::from_le_bytes)
    }

    fn policy(&mut self) -> Option<Policy> {
        let mut policy = Policy::default();
        for _ in 0..self.number()? {
            let length = self.number()?;
            policy.texts.push(String::from_utf8(self.take(length)?.to_vec()).ok()?);
        }
        let mut choices = Vec::new();
        for _ in 0..self.number()? {
            let seat = self.take(1)?[0];
            let length = self.number()?;
            let info = self.take(length)?;
            choices.clear();
            for _ in 0..self.number()? {
                choices.push(self.choice(policy.texts.len())?);
            }
            let sum: f32 = choices.iter().map(|choice| choice.share).sum();
            let ordered = policy.places.last().is_none_or(|&last| policy.compare(last, seat, info).is_lt());
            if !ordered || usize::from(seat) >= ludometer_game::MAX_SEATS || (sum - 1.0).abs() > SLACK {
                return None;
            }
            policy.push(seat, info, &choices);
        }
        Some(policy)
    }

    fn choice(&mut self, texts: usize) -> Option<Choice> {
        let text = self.number().filter(|&text| text < texts)? as u32;
        let share = self.real().filter(|share| (0.0..=1.0).contains(share))?;
        let worth = Some(self.real()?).filter(|worth| worth.is_finite());
        Some(Choice { text, share, worth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy() -> Policy {
        let mut policy = Policy::new(vec!["check".into(), "bet".into()]);
        let choices = |share, worth| {
            [Choice { text: 0, share, worth }, Choice { text: 1, share: 1.0 - share, worth: Some(-0.5) }]
        };
        policy.push(0, b"ab", &choices(0.25, None));
        policy.push(0, b"b", &choices(1.0, Some(2.0)));
        policy.push(1, b"", &choices(0.5, Some(0.0)));
        policy
    }

    #[test]
    fn what_is_written_is_read() {
        let read = Policy::from_bytes(&policy().to_bytes()).unwrap();
        assert_eq!(read, policy());
        assert_eq!(
            (read.len(), read.is_empty(), read.texts()),
            (3, false, &["check".into(), "bet".into()][..])
        );
        assert_eq!(read.sets().map(|set| set.1.len()).collect::<Vec<_>>(), [2, 1, 0]);
    }

    #[test]
    fn sets_are_found_by_seat_and_information() {
        let policy = policy();
        let share = |seat, info: &[u8]| policy.find(Seat::new(seat), info).map(|choices| choices[0].share);
        assert_eq!((share(0, b"ab"), share(0, b"b"), share(1, b"")), (Some(0.25), Some(1.0), Some(0.5)));
        assert_eq!((share(1, b"ab"), share(0, b""), share(2, b"b")), (None, None, None));
    }

    #[test]
    fn damage_of_any_byte_is_noticed() {
        let bytes = policy().to_bytes();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Policy::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Policy::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused_though_the_sum_fits() {
        let signed = |mut body: Vec<u8>| {
            body.extend(xxh3_64(&body).to_le_bytes());
            body
        };
        let mut body = policy().to_bytes();
        body.truncate(body.len() - 8);
        assert!(Policy::from_bytes(&signed(body.clone())).is_ok());
        // The share of the last move, and the number of its text.
        for (from_end, bytes) in [(8, 2.0f32.to_le_bytes()), (12, 9u32.to_le_bytes())] {
            let mut wrong = body.clone();
            let at = wrong.len() - from_end;
            wrong[at..at + 4].copy_from_slice(&bytes);
            assert!(Policy::from_bytes(&signed(wrong)).is_err(), "{from_end} from the end");
        }
    }
}
