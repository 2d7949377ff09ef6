//! Who wins the tricks.

use super::*;
use crate::truco::won;

#[test]
fn ties_are_broken_as_the_rules_say() {
    let result = |letter: char| match letter {
        'm' => Some(Taken::By(0)),
        'p' => Some(Taken::By(1)),
        '=' => Some(Taken::Tied),
        _ => None,
    };
    let written = [
        ("mm.", 'm'),
        ("pp.", 'p'),
        ("m=.", 'm'),
        ("p=.", 'p'),
        ("=m.", 'm'),
        ("=p.", 'p'),
        ("mpm", 'm'),
        ("mpp", 'p'),
        ("pmm", 'm'),
        ("pmp", 'p'),
        ("mp=", 'm'),
        ("pm=", 'p'),
        ("==m", 'm'),
        ("==p", 'p'),
        ("===", 'm'),
    ];
    for (tricks, winner) in written {
        let results: Vec<_> = tricks.chars().map(result).collect();
        let seat = won([results[0], results[1], results[2]], 0).expect("a decided hand");
        assert_eq!(seat, usize::from(winner == 'p'), "{tricks}");
    }
    for open in ["...", "m..", "p..", "=..", "mp.", "pm.", "==."] {
        let results: Vec<_> = open.chars().map(result).collect();
        assert_eq!(won([results[0], results[1], results[2]], 0), None, "{open}");
    }
    assert_eq!(won([Some(Taken::Tied); 3], 1), Some(1), "the mão of this hand");
}

#[test]
fn who_takes_a_trick_leads_and_after_a_tie_the_mao() {
    let taken = after(&GAME, "deal-1e.7e.3o-2b.3c.1b 3o 1b");
    assert_eq!(taken.me(), 1);
    let tied = after(&GAME, "deal-1e.7e.3o-2b.3c.1b 3o 3c");
    assert_eq!((tied.taken(0), tied.me()), (Some(Taken::Tied), 0));
    let decided = after(&GAME, "deal-1e.7e.3o-2b.3c.1b 3o 3c 1e 2b");
    assert_eq!((decided.points, decided.hand), ([1, 0], 1), "the second trick decides");
}

#[test]
fn a_card_face_down_loses_to_every_open_one() {
    let beaten = after(&GAME, "deal-1e.7e.3o-2b.4c.1b down-1e 4c");
    assert_eq!(beaten.taken(0), Some(Taken::By(1)));
    let tied = after(&GAME, "deal-1e.7e.3o-2b.4c.1b down-1e down-4c");
    assert_eq!(tied.taken(0), Some(Taken::Tied));
    let open = Truco { rules: Rules { facedown: false, ..DEFAULTS } };
    assert!(!may(&open, &after(&open, PLAIN), "down-1e"));
}
