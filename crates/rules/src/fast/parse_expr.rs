//! From tokens to expressions; types are read over, since the compiler finds them itself.

use super::SlowLane;
use super::lex::Token;
use super::parse::{DEEPEST, Parser};
use super::tree::{Binary, Expr, Node};

/// How strongly `not`, `-` and `#` bind.
const UNARY: u8 = 8;

impl<'a> Parser<'a> {
    pub(super) fn expressions(&mut self) -> Result<Vec<Expr<'a>>, SlowLane> {
        let mut all = vec![self.expression()?];
        while self.take_sign(",") {
            all.push(self.expression()?);
        }
        Ok(all)
    }

    pub(super) fn expression(&mut self) -> Result<Expr<'a>, SlowLane> {
        self.binding(0)
    }

    fn make(&self, line: u32, node: Node<'a>) -> Result<Expr<'a>, SlowLane> {
        let expr = Expr::new(line, node);
        if expr.depth > DEEPEST {
            return self.slow(format!("an expression has more than {DEEPEST} parts inside one another"));
        }
        Ok(expr)
    }

    /// An expression whose operations all bind more strongly than `least`.
    fn binding(&mut self, least: u8) -> Result<Expr<'a>, SlowLane> {
        self.deeper(|p| {
            let mut left = p.unary()?;
            while let Some((operation, strength, right_strength)) = p.operation() {
                if strength <= least {
                    break;
                }
                let line = p.line();
                p.advance();
                let right = p.binding(right_strength)?;
                left = p.make(line, Node::Binary(operation, left, right))?;
            }
            Ok(left)
        })
    }

    /// The operation here, how strongly it binds to the left and to the right.
    fn operation(&self) -> Option<(Binary, u8, u8)> {
        let name = match self.peek() {
            Token::Word(word) => *word,
            Token::Sign(sign) => *sign,
            _ => return None,
        };
        Some(match name {
            "or" => (Binary::Or, 1, 1),
            "and" => (Binary::And, 2, 2),
            "<" => (Binary::Less, 3, 3),
            ">" => (Binary::More, 3, 3),
            "<=" => (Binary::AtMost, 3, 3),
            ">=" => (Binary::AtLeast, 3, 3),
            "==" => (Binary::Same, 3, 3),
            "~=" => (Binary::Other, 3, 3),
            ".." => (Binary::Join, 5, 4),
            "+" => (Binary::Add, 6, 6),
            "-" => (Binary::Take, 6, 6),
            "*" => (Binary::Times, 7, 7),
            "/" => (Binary::Divide, 7, 7),
            "//" => (Binary::Floor, 7, 7),
            "%" => (Binary::Rest, 7, 7),
            "^" => (Binary::Power, 10, 9),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Result<Expr<'a>, SlowLane> {
        let line = self.line();
        let make: fn(Expr<'a>) -> Node<'a> = if self.take_word("not") {
            Node::Not
        } else if self.take_sign("-") {
            Node::Minus
        } else if self.take_sign("#") {
            Node::Length
        } else {
            let value = self.simple()?;
            if self.take_sign("::") {
                self.skip_type()?;
            }
            return Ok(value);
        };
        let operand = self.binding(UNARY)?;
        self.make(line, make(operand))
    }

    fn simple(&mut self) -> Result<Expr<'a>, SlowLane> {
        let line = self.line();
        let node = match self.peek() {
            Token::Number(number) => Node::Number(*number),
            Token::Text(text) => Node::Text(text.clone()),
            Token::Filled => Node::Filled,
            Token::Sign("...") => Node::Rest,
            Token::Word("nil") => Node::Nil,
            Token::Word("true") => Node::Flag(true),
            Token::Word("false") => Node::Flag(false),
            Token::Sign("{") => return self.table(),
            Token::Word("function") => {
                self.advance();
                let function = self.function_body()?;
                return self.make(line, Node::Function(function));
            }
            Token::Word("if") => return self.choice(),
            _ => return self.suffixed(),
        };
        self.advance();
        self.make(line, node)
    }

    /// `if a then b elseif c then d else e`
    fn choice(&mut self) -> Result<Expr<'a>, SlowLane> {
        self.deeper(|p| {
            let line = p.line();
            p.advance();
            let condition = p.expression()?;
            p.need_word("then")?;
            let yes = p.expression()?;
            let no = if p.is_word("elseif") {
                p.choice()?
            } else {
                p.need_word("else")?;
                p.expression()?
            };
            p.make(line, Node::Choice(condition, yes, no))
        })
    }

    fn table(&mut self) -> Result<Expr<'a>, SlowLane> {
        let line = self.line();
        self.need_sign("{")?;
        let (mut items, mut named, mut keyed) = (Vec::new(), Vec::new(), false);
        while !self.take_sign("}") {
            if self.take_sign("[") {
                let key = self.expression()?;
                self.need_sign("]")?;
                self.need_sign("=")?;
                keyed = true;
                let value = self.expression()?;
                if let Node::Text(name) = *key.node {
                    named.push((name, value));
                }
            } else {
                let value = self.expression()?;
                match &*value.node {
                    Node::Name(name) if self.take_sign("=") => {
                        keyed = true;
                        named.push(((*name).to_owned(), self.expression()?));
                    }
                    _ => items.push(value),
                }
            }
            if !self.take_sign(",") && !self.take_sign(";") && !self.is_sign("}") {
                return self.slow("`}` is missing");
            }
        }
        self.make(line, if keyed { Node::Table(named) } else { Node::List(items) })
    }

    /// A name or an expression in brackets, with everything that hangs on it.
    pub(super) fn suffixed(&mut self) -> Result<Expr<'a>, SlowLane> {
        let line = self.line();
        let mut value = if self.take_sign("(") {
            let inner = self.expression()?;
            self.need_sign(")")?;
            self.make(line, Node::Brackets(inner))?
        } else {
            let name = self.name()?;
            self.make(line, Node::Name(name))?
        };
        loop {
            let line = self.line();
            let node = if self.take_sign(".") {
                let name = self.name()?;
                Node::Field(value, name)
            } else if self.take_sign("[") {
                let at = self.expression()?;
                self.need_sign("]")?;
                Node::Index(value, at)
            } else if self.take_sign(":") {
                self.name()?;
                let args = self.arguments()?;
                Node::Method(value, args)
            } else if matches!(self.peek(), Token::Text(_) | Token::Filled | Token::Sign("(" | "{")) {
                let args = self.arguments()?;
                Node::Call(value, args)
            } else {
                return Ok(value);
            };
            value = self.make(line, node)?;
        }
    }

    fn arguments(&mut self) -> Result<Vec<Expr<'a>>, SlowLane> {
        if !self.take_sign("(") {
            return Ok(vec![self.simple()?]);
        }
        if self.take_sign(")") {
            return Ok(Vec::new());
        }
        let args = self.expressions()?;
        self.need_sign(")")?;
        Ok(args)
    }

    /// Reads over a type.
    pub(super) fn skip_type(&mut self) -> Result<(), SlowLane> {
        self.deeper(|p| {
            loop {
                while p.take_sign("|") || p.take_sign("&") {}
                match p.peek() {
                    Token::Sign("{") => p.skip_between("{", "}")?,
                    Token::Sign("(") => p.skip_between("(", ")")?,
                    Token::Sign("...") => {
                        p.advance();
                        continue;
                    }
                    Token::Word("typeof") => {
                        p.advance();
                        p.skip_between("(", ")")?;
                    }
                    Token::Word(_) | Token::Text(_) => {
                        p.advance();
                    }
                    _ => return p.slow("a type is missing"),
                }
                while p.take_sign(".") {
                    p.name()?;
                }
                if p.is_sign("<") {
                    p.skip_angles()?;
                }
                while p.take_sign("?") {}
                if p.take_sign("->") {
                    return p.skip_type();
                }
                if !p.is_sign("|") && !p.is_sign("&") {
                    return Ok(());
                }
            }
        })
    }

    pub(super) fn skip_angles(&mut self) -> Result<(), SlowLane> {
        self.skip_between("<", ">")
    }

    fn skip_between(&mut self, open: &str, close: &str) -> Result<(), SlowLane> {
        let mut inside = 0u32;
        loop {
            if *self.peek() == Token::End {
                return self.slow(format!("`{close}` is missing"));
            }
            if self.is_sign(open) {
                inside += 1;
            } else if self.is_sign(close) {
                inside -= 1;
            }
            self.advance();
            if inside == 0 {
                return Ok(());
            }
        }
    }
}
