//! From tokens to statements. The whole syntax of Luau is read, since declarations may use all of it; what the
//! subset lacks is refused later, and only inside rule functions.
//!
//! Why a parser of our own: a file comes from strangers, so nesting must be bounded while parsing, and the
//! lossless trees of formatters would need a second tree for the compiler anyway.

use std::collections::HashSet;

use super::SlowLane;
use super::lex::{Token, tokens};
use super::tree::{Binary, Block, Count, Expr, Function, Node, Step, What};

/// How deep blocks and expressions may stand inside one another.
pub(super) const DEEPEST: u32 = 150;

/// Reads a whole file; says too where the word `return` ends in front of what the file gives back.
pub(super) fn parse(source: &str) -> Result<(Block<'_>, Option<usize>), SlowLane> {
    let mut parser = Parser { tokens: tokens(source)?, at: 0, depth: 0, assigned: vec![HashSet::new()] };
    let (mut all, mut end) = (Vec::new(), None);
    while *parser.peek() != Token::End {
        let word = parser.peek().clone();
        let step = parser.statement()?;
        if let (Token::Word(word), Some(Step { what: What::Return(values), .. })) = (word, &step)
            && !values.is_empty()
        {
            // Words are slices of the source.
            end = Some(word.as_ptr() as usize + word.len() - source.as_ptr() as usize);
        }
        all.extend(step);
    }
    Ok((all, end))
}

pub(super) struct Parser<'a> {
    tokens: Vec<(Token<'a>, u32)>,
    at: usize,
    depth: u32,
    /// Names assigned to, for each function that is being read.
    assigned: Vec<HashSet<&'a str>>,
}

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at].0
    }

    pub(super) fn line(&self) -> u32 {
        self.tokens[self.at].1
    }

    fn after(&self) -> &Token<'a> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    pub(super) fn advance(&mut self) -> Token<'a> {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn slow<T>(&self, because: impl Into<String>) -> Result<T, SlowLane> {
        Err(SlowLane::new(self.line(), because))
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(it) if *it == sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(it) if *it == word)
    }

    pub(super) fn take_sign(&mut self, sign: &str) -> bool {
        let taken = self.is_sign(sign);
        if taken {
            self.advance();
        }
        taken
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let taken = self.is_word(word);
        if taken {
            self.advance();
        }
        taken
    }

    pub(super) fn need_sign(&mut self, sign: &str) -> Result<(), SlowLane> {
        if self.take_sign(sign) { Ok(()) } else { self.slow(format!("`{sign}` is missing")) }
    }

    pub(super) fn need_word(&mut self, word: &str) -> Result<(), SlowLane> {
        if self.take_word(word) { Ok(()) } else { self.slow(format!("`{word}` is missing")) }
    }

    pub(super) fn name(&mut self) -> Result<&'a str, SlowLane> {
        match self.peek() {
            Token::Word(name) if !KEYWORDS.contains(name) => {
                let name = *name;
                self.advance();
                Ok(name)
            }
            _ => self.slow("a name is missing"),
        }
    }

    /// Runs `read` one level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Parser<'a>) -> Result<T, SlowLane>,
    ) -> Result<T, SlowLane> {
        if self.depth >= DEEPEST {
            return self.slow(format!("things stand inside one another more than {DEEPEST} deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Statements up to one of the words that end a block.
    fn block(&mut self) -> Result<Block<'a>, SlowLane> {
        self.deeper(|p| {
            let mut all = Vec::new();
            while !["end", "else", "elseif", "until"].iter().any(|word| p.is_word(word)) {
                if *p.peek() == Token::End {
                    return p.slow("`end` is missing");
                }
                all.extend(p.statement()?);
            }
            Ok(all)
        })
    }

    fn statement(&mut self) -> Result<Option<Step<'a>>, SlowLane> {
        if self.take_sign(";") {
            return Ok(None);
        }
        while self.take_sign("@") {
            self.name()?;
        }
        let line = self.line();
        let word = if let Token::Word(word) = self.peek() { *word } else { "" };
        let what = match word {
            "local" => self.local()?,
            "function" => {
                self.advance();
                self.function_statement()?
            }
            "if" => self.if_statement()?,
            "for" => self.for_statement()?,
            "while" => {
                self.advance();
                let condition = self.expression()?;
                self.need_word("do")?;
                What::While(condition, self.block_to_end()?)
            }
            "repeat" => {
                self.advance();
                let body = self.block()?;
                self.need_word("until")?;
                What::Repeat(body, self.expression()?)
            }
            "do" => {
                self.advance();
                What::Do(self.block_to_end()?)
            }
            "return" => self.return_statement()?,
            "break" => {
                self.advance();
                What::Break
            }
            _ => self.contextual(word)?,
        };
        Ok(Some(Step { line, what }))
    }

    /// Statements that start with a word that is no keyword everywhere.
    fn contextual(&mut self, word: &str) -> Result<What<'a>, SlowLane> {
        let next_is_name = matches!(self.after(), Token::Word(next) if !KEYWORDS.contains(next));
        if word == "continue" && !matches!(self.after(), Token::Sign("=" | "." | "[" | "(" | "," | ":")) {
            self.advance();
            return Ok(What::Continue);
        }
        if (word == "type" || word == "export") && next_is_name {
            self.take_word("export");
            self.need_word("type")?;
            self.take_word("function");
            self.name()?;
            if self.is_sign("<") {
                self.skip_angles()?;
            }
            self.need_sign("=")?;
            self.skip_type()?;
            return Ok(What::Type);
        }
        self.expression_statement()
    }

    fn block_to_end(&mut self) -> Result<Block<'a>, SlowLane> {
        let block = self.block()?;
        self.need_word("end")?;
        Ok(block)
    }

    fn local(&mut self) -> Result<What<'a>, SlowLane> {
        self.advance();
        if self.take_word("function") {
            let name = self.name()?;
            return Ok(What::Function(vec![name], true, self.function_body()?));
        }
        let names = self.typed_names()?;
        let values = if self.take_sign("=") { self.expressions()? } else { Vec::new() };
        Ok(What::Local(names, values))
    }

    /// Names with or without types, divided by commas.
    fn typed_names(&mut self) -> Result<Vec<&'a str>, SlowLane> {
        let mut names = Vec::new();
        loop {
            names.push(self.name()?);
            if self.take_sign(":") {
                self.skip_type()?;
            }
            if !self.take_sign(",") {
                return Ok(names);
            }
        }
    }

    fn function_statement(&mut self) -> Result<What<'a>, SlowLane> {
        let mut path = vec![self.name()?];
        while self.take_sign(".") {
            path.push(self.name()?);
        }
        if self.is_sign(":") {
            return self.slow("a function is written with `:`; rules use `.`");
        }
        Ok(What::Function(path, false, self.function_body()?))
    }

    /// Parameters and body, after the word `function` and a name.
    pub(super) fn function_body(&mut self) -> Result<Function<'a>, SlowLane> {
        let line = self.line();
        if self.is_sign("<") {
            self.skip_angles()?;
        }
        self.need_sign("(")?;
        let (mut params, mut varargs) = (Vec::new(), false);
        while !self.take_sign(")") {
            if self.take_sign("...") {
                varargs = true;
            } else {
                params.push(self.name()?);
            }
            if self.take_sign(":") {
                self.skip_type()?;
            }
            if !self.is_sign(")") {
                self.need_sign(",")?;
            }
        }
        if self.take_sign(":") {
            self.skip_type()?;
        }
        self.assigned.push(HashSet::new());
        let body = self.block_to_end();
        let assigned = self.assigned.pop().unwrap_or_default();
        Ok(Function { line, params, varargs, body: body?, assigned })
    }

    fn if_statement(&mut self) -> Result<What<'a>, SlowLane> {
        let mut branches = Vec::new();
        loop {
            self.advance();
            let condition = self.expression()?;
            self.need_word("then")?;
            branches.push((condition, self.block()?));
            if !self.is_word("elseif") {
                break;
            }
        }
        let otherwise = if self.take_word("else") { Some(self.block()?) } else { None };
        self.need_word("end")?;
        Ok(What::If(branches, otherwise))
    }

    fn for_statement(&mut self) -> Result<What<'a>, SlowLane> {
        self.advance();
        let names = self.typed_names()?;
        if let ([name], true) = (names.as_slice(), self.take_sign("=")) {
            let start = self.expression()?;
            self.need_sign(",")?;
            let stop = self.expression()?;
            let step = if self.take_sign(",") { Some(self.expression()?) } else { None };
            self.need_word("do")?;
            return Ok(What::Count(Count { name, start, stop, step, body: self.block_to_end()? }));
        }
        self.need_word("in")?;
        let over = self.expressions()?;
        self.need_word("do")?;
        Ok(What::Each(names, over, self.block_to_end()?))
    }

    fn return_statement(&mut self) -> Result<What<'a>, SlowLane> {
        self.advance();
        let ends = ["end", "else", "elseif", "until"].iter().any(|word| self.is_word(word));
        let empty = ends || self.is_sign(";") || *self.peek() == Token::End;
        Ok(What::Return(if empty { Vec::new() } else { self.expressions()? }))
    }

    /// A call, an assignment or an update such as `+=`.
    fn expression_statement(&mut self) -> Result<What<'a>, SlowLane> {
        let first = self.suffixed()?;
        if let Token::Sign(sign) = *self.peek()
            && let Some(operation) = update_of(sign)
        {
            self.advance();
            self.note_assigned(&first);
            return Ok(What::Update(operation, first, self.expression()?));
        }
        if !self.is_sign("=") && !self.is_sign(",") {
            return match &*first.node {
                Node::Call(..) | Node::Method(..) => Ok(What::Call(first)),
                _ => self.slow("a value stands where something should be done"),
            };
        }
        let mut targets = vec![first];
        while self.take_sign(",") {
            targets.push(self.suffixed()?);
        }
        self.need_sign("=")?;
        for target in &targets {
            self.note_assigned(target);
        }
        Ok(What::Assign(targets, self.expressions()?))
    }

    fn note_assigned(&mut self, target: &Expr<'a>) {
        if let Node::Name(name) = &*target.node {
            self.assigned.iter_mut().for_each(|names| {
                names.insert(name);
            });
        }
    }
}

/// The operation behind `+=` and its like.
fn update_of(sign: &str) -> Option<Binary> {
    Some(match sign {
        "+=" => Binary::Add,
        "-=" => Binary::Take,
        "*=" => Binary::Times,
        "/=" => Binary::Divide,
        "//=" => Binary::Floor,
        "%=" => Binary::Rest,
        "^=" => Binary::Power,
        "..=" => Binary::Join,
        _ => return None,
    })
}
