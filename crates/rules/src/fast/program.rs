//! All functions of a file, and the copies of them that have been compiled.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::body::Body;
use super::code::Code;
use super::constants::Constants;
use super::drift::inner_blocks;
use super::faults::{Site, Trouble};
use super::judges::Deeds;
use super::kinds::{Kind, Range};
use super::memory::Layout;
use super::runtime::FIRST_OWN;
use super::tree::{Block, Expr, Function, Node, What};
use super::{Constant, Facts, SlowLane};

/// How many copies of functions a module may have.
const MOST_COPIES: usize = 2000;
/// How many functions may call one another in a row before the compiler gives up.
const LONGEST_CHAIN: usize = 100;

/// How many copies of one function are made for the very ranges of its arguments; further ones take rough ranges.
const EXACT_COPIES: usize = 8;

/// Functions of so many instructions at most are put in place of their calls.
const SHORT: usize = 300;

/// A function of the file.
pub(super) struct Named<'a> {
    pub(super) name: String,
    pub(super) function: &'a Function<'a>,
    /// The number of the statement that makes it.
    pub(super) order: usize,
    /// Whether functions above it can call it as well.
    global: bool,
}

/// A value: its kind and how far it can reach.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value {
    pub(super) kind: Kind,
    pub(super) range: Range,
}

/// A function compiled for one combination of its arguments.
struct Copy {
    /// What it gives back; `None` until its first `return` has been compiled.
    results: Option<Vec<Value>>,
    done: bool,
}

/// The file being compiled.
pub(super) struct Program<'a> {
    pub(super) facts: &'a Facts<'a>,
    pub(super) layout: Layout,
    pub(super) constants: Constants<'a>,
    pub(super) sites: Vec<Site>,
    functions: Vec<Named<'a>>,
    /// Functions by name.
    plain: HashMap<&'a str, Vec<usize>>,
    /// Rule functions by name.
    rules: BTreeMap<&'a str, usize>,
    /// Effects by name: `Game.effects.NAME`.
    effects: BTreeMap<&'a str, usize>,
    /// What must always hold, by name.
    always: BTreeMap<&'a str, usize>,
    /// The number of the statement that ends the file; the kit stands behind it.
    end: usize,
    /// Names that top-level statements assign to.
    reassigned: HashSet<&'a str>,
    /// Statements that declare a local variable at the top of the file.
    declared: HashMap<&'a str, Vec<usize>>,
    numbers: HashMap<(usize, Vec<Value>), u32>,
    /// Copies of each function so far.
    copied: Vec<usize>,
    copies: Vec<Copy>,
    /// What each copy does.
    pub(super) deeds: Vec<Deeds>,
    codes: Vec<Option<Code>>,
    chain: usize,
}

impl<'a> Program<'a> {
    pub(super) fn new(
        facts: &'a Facts<'a>,
        layout: Layout,
        tree: &'a Block<'a>,
    ) -> Result<Program<'a>, SlowLane> {
        let fixed = [Trouble::Waiting, Trouble::WrongOutcome, Trouble::NoMoves, Trouble::Places];
        let mut program = Program {
            facts,
            layout,
            constants: Constants::new(layout.constants),
            sites: fixed.map(|trouble| Site { line: 0, trouble }).to_vec(),
            functions: Vec::new(),
            plain: HashMap::new(),
            rules: BTreeMap::new(),
            effects: BTreeMap::new(),
            always: BTreeMap::new(),
            end: tree.iter().position(|step| matches!(step.what, What::Return(_))).unwrap_or(tree.len()),
            reassigned: HashSet::new(),
            declared: HashMap::new(),
            numbers: HashMap::new(),
            copied: Vec::new(),
            copies: Vec::new(),
            deeds: Vec::new(),
            codes: Vec::new(),
            chain: 0,
        };
        for (order, step) in tree.iter().enumerate() {
            program.top_statement(order, step.line, &step.what)?;
        }
        note_reassigned(tree, &mut program.reassigned);
        program.demand_same_rules()?;
        Ok(program)
    }

    /// The rules of the file must be those that the VM would run, whatever way they came about.
    fn demand_same_rules(&self) -> Result<(), SlowLane> {
        let Some(defined) = self.facts.defined else { return Ok(()) };
        let parsed = [("", &self.rules), ("effects.", &self.effects), ("always.", &self.always)];
        let parsed: BTreeMap<String, u32> = parsed
            .iter()
            .flat_map(|(of, rules)| rules.iter().map(move |(name, at)| (format!("{of}{name}"), *at)))
            .map(|(name, at)| (name, self.functions[at].function.line))
            .collect();
        match defined.iter().find(|(name, line)| parsed.get(*name) != Some(*line)) {
            Some((name, line)) => {
                Err(SlowLane::new(*line, format!("holds `{name}` of the game, written in a way of its own")))
            }
            None => Ok(()),
        }
    }

    fn top_statement(&mut self, order: usize, line: u32, what: &'a What<'a>) -> Result<(), SlowLane> {
        match what {
            What::Function(path, local, function) => self.name_function(path, order, !local, line, function),
            What::Local(names, values) => {
                for name in names {
                    self.declared.entry(name).or_default().push(order);
                }
                if let ([name], [Expr { node, .. }]) = (names.as_slice(), values.as_slice())
                    && let Node::Function(function) = &**node
                {
                    self.add(name, order, false, function);
                }
                Ok(())
            }
            What::Assign(targets, values) => {
                let ([target], [value]) = (targets.as_slice(), values.as_slice()) else { return Ok(()) };
                match (&*target.node, &*value.node) {
                    (Node::Field(of, name), Node::Function(function)) => match &*of.node {
                        Node::Name(of) => self.name_function(&[*of, *name], order, true, line, function),
                        _ => Ok(()),
                    },
                    (Node::Field(of, "always"), Node::Table(rules)) => match &*of.node {
                        Node::Name(of) if self.is_game(of) => {
                            self.hold_always(rules, order);
                            Ok(())
                        }
                        _ => Ok(()),
                    },
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn name_function(
        &mut self,
        path: &[&'a str],
        order: usize,
        global: bool,
        line: u32,
        function: &'a Function<'a>,
    ) -> Result<(), SlowLane> {
        match path {
            [name] => {
                self.add(name, order, global, function);
                Ok(())
            }
            [of, name] if self.is_game(of) => {
                self.functions.push(Named { name: format!("{of}.{name}"), function, order, global: true });
                match self.rules.insert(name, self.functions.len() - 1) {
                    Some(_) => Err(SlowLane::new(line, format!("writes `{of}.{name}` a second time"))),
                    None => Ok(()),
                }
            }
            [of, "effects", name] if self.is_game(of) => {
                self.functions.push(Named { name: path.join("."), function, order, global: true });
                match self.effects.insert(name, self.functions.len() - 1) {
                    Some(_) => Err(SlowLane::new(line, format!("writes `{}` a second time", path.join(".")))),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Takes in rules that must always hold.
    fn hold_always(&mut self, rules: &'a [(String, Expr<'a>)], order: usize) {
        for (name, rule) in rules {
            if let Node::Function(function) = &*rule.node {
                self.functions.push(Named { name: name.clone(), function, order, global: true });
                self.always.insert(name, self.functions.len() - 1);
            }
        }
    }

    fn add(&mut self, name: &'a str, order: usize, global: bool, function: &'a Function<'a>) {
        self.functions.push(Named { name: name.to_owned(), function, order, global });
        self.plain.entry(name).or_default().push(self.functions.len() - 1);
    }

    /// Whether a name at the top of the file is the game.
    pub(super) fn is_game(&self, name: &str) -> bool {
        matches!(self.facts.constants.get(name), Some(Constant::Game))
    }

    /// The rule function of this name.
    pub(super) fn rule(&self, name: &str) -> Option<usize> {
        self.rules.get(name).copied()
    }

    /// The effect of this name.
    pub(super) fn effect(&self, name: &str) -> Option<usize> {
        self.effects.get(name).copied()
    }

    /// The rule of this name that must always hold.
    pub(super) fn always(&self, name: &str) -> Option<usize> {
        self.always.get(name).copied()
    }

    pub(super) fn named(&self, function: usize) -> &Named<'a> {
        &self.functions[function]
    }

    /// The function a name means in the statement with number `order`. The kit stands behind the file: the file's
    /// own functions come before those of the kit, and the kit sees only itself.
    pub(super) fn function(&self, name: &str, order: usize, line: u32) -> Result<Option<usize>, SlowLane> {
        let all = self.plain.get(name).map_or(&[][..], Vec::as_slice);
        let (own, kit) = all.split_at(all.partition_point(|number| self.functions[*number].order < self.end));
        match if order > self.end || own.is_empty() { kit } else { own } {
            [] => Ok(None),
            [_] if self.reassigned.contains(name) => {
                Err(SlowLane::new(line, format!("calls `{name}`, which is made anew further down")))
            }
            [only] => {
                let named = &self.functions[*only];
                if named.global || named.order <= order {
                    Ok(Some(*only))
                } else {
                    Err(SlowLane::new(line, format!("calls `{name}`, which stands further down in the file")))
                }
            }
            _ => {
                Err(SlowLane::new(line, format!("calls `{name}`, and there are two functions of that name")))
            }
        }
    }

    /// Whether the file has a function of this name.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.plain.contains_key(name)
    }

    /// The constant a name means in the statement with number `order`.
    pub(super) fn constant(
        &self,
        name: &str,
        order: usize,
        line: u32,
    ) -> Result<Option<&'a Constant>, SlowLane> {
        let slow = |because: &str| Err(SlowLane::new(line, format!("uses `{name}`, which {because}")));
        match self.declared.get(name).map(Vec::as_slice) {
            Some([only]) if *only > order => slow("stands further down in the file"),
            Some([_, _, ..]) => slow("is declared twice"),
            _ => Ok(self.facts.constants.get(name)),
        }
    }

    /// The number of a site.
    pub(super) fn site(&mut self, line: u32, trouble: Trouble) -> u32 {
        let site = Site { line, trouble };
        let found = self.sites.iter().position(|other| *other == site);
        found.unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        }) as u32
    }

    /// The number of a text among those the schema lists.
    pub(super) fn listed_text(&self, text: &str) -> Option<u32> {
        self.facts.schema.texts.iter().position(|listed| listed == text).map(|number| number as u32)
    }

    /// The wasm function for arguments such as these, what it gives back, and whether it is being compiled
    /// right now, so that the call is one to itself.
    pub(super) fn copy(
        &mut self,
        function: usize,
        args: &[Value],
        line: u32,
    ) -> Result<(u32, Vec<Value>, bool), SlowLane> {
        let key = (function, self.fitting(function, args));
        if let Some(number) = self.numbers.get(&key) {
            let copy = &self.copies[*number as usize];
            let name = &self.functions[function].name;
            let results = copy.results.clone().ok_or_else(|| {
                let because = format!("calls `{name}` inside itself before its first `return`");
                SlowLane::new(line, because)
            })?;
            return Ok((FIRST_OWN + number, results, !copy.done));
        }
        if self.copies.len() >= MOST_COPIES || self.chain >= LONGEST_CHAIN {
            return Err(SlowLane::new(line, "needs too many functions at once"));
        }
        let number = self.copies.len() as u32;
        self.copies.push(Copy { results: None, done: false });
        self.deeds.push(Deeds::default());
        self.codes.push(None);
        self.numbers.insert(key.clone(), number);
        self.copied[function] += 1;
        self.chain += 1;
        let (code, results) = Body::compile(self, function, number, &key.1)?;
        self.chain -= 1;
        self.codes[number as usize] = Some(code);
        self.copies[number as usize] = Copy { results: Some(results.clone()), done: true };
        Ok((FIRST_OWN + number, results, false))
    }

    /// What a copy for these arguments is compiled for. Exact ranges spare checks and make constants of arguments,
    /// such as the width of a board.
    fn fitting(&mut self, function: usize, args: &[Value]) -> Vec<Value> {
        let ranged = |range: fn(Range) -> Range| {
            let fit = |value: &Value| match value.kind {
                Kind::Number => Value { kind: Kind::Number, range: range(value.range) },
                _ => Value { kind: value.kind.clone(), range: Range::ANY },
            };
            args.iter().map(fit).collect::<Vec<_>>()
        };
        self.copied.resize(self.functions.len(), 0);
        let exact = (function, ranged(|range| range));
        if self.copied[function] < EXACT_COPIES || self.numbers.contains_key(&exact) {
            exact.1
        } else {
            ranged(Range::rough)
        }
    }

    /// The code of a compiled function if it is short enough to be put in place of a call.
    pub(super) fn short(&self, number: u32) -> Option<&Code> {
        let code = self.codes.get((number - FIRST_OWN) as usize)?.as_ref()?;
        (code.mark() <= SHORT && code.results.len() <= 1).then_some(code)
    }

    /// Makes known what a copy gives back, for its calls to itself.
    pub(super) fn promise(&mut self, copy: u32, results: &[Value]) {
        let loose = results.iter().map(|value| Value { kind: value.kind.clone(), range: Range::ANY });
        self.copies[copy as usize].results = Some(loose.collect());
    }

    /// All compiled functions in the order of their numbers.
    pub(super) fn take_codes(&mut self) -> Vec<Code> {
        self.codes.drain(..).flatten().collect()
    }
}

/// Names that statements outside functions assign to.
fn note_reassigned<'a>(block: &'a Block<'a>, names: &mut HashSet<&'a str>) {
    for step in block {
        if let What::Assign(targets, _) = &step.what {
            names.extend(targets.iter().filter_map(|target| match &*target.node {
                Node::Name(name) => Some(*name),
                _ => None,
            }));
        }
        inner_blocks(&step.what).into_iter().for_each(|inner| note_reassigned(inner, names));
    }
}
