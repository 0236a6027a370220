//! Predicts whether tree construction makes one element of each start tag, in source order (HTML Standard, 13.2.6).
//!
//! It mostly does: each element is appended at the end, even if others are left open. The few exceptions can be
//! detected from the tags alone:
//!
//! | place | effect on a start tag there |
//! |---|---|
//! | in a table, but not in a cell or a caption | it is moved before the table (13.2.6.1, foster parenting) |
//! | parts of a table outside of one; a second `body`; a `form` in a form | it is dropped, or merged into the first |
//! | in `select` | it is dropped, or ends the `select` |
//! | in `math`, in framesets, after `plaintext` | other rules apply |
//! | tags of HTML in `svg` | they end it |
//! | formatting elements that were left open | they are copied: the copies have no tag, and come after the tag's element |
//!
//! For the last row the result is still an element. For the others it is [`Fate::Unsure`], or [`Fate::LeftOut`] if the
//! tag certainly has no effect.
//!
//! ```text
//! <table><tr><td><a href=x></td></table>      a is in a cell: Element
//! <table><tr><a href=x><td></table>           a goes before the table: Unsure
//! ```
//!
//! The state is small: the open tables, templates and cells, the open elements of SVG, whether a `select` and a `form`
//! are open, and the parsed part of the page's head.

use crate::names::Name;
use crate::svg;

/// The effect of a start tag in tree construction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// An element, after all earlier ones.
    Element,
    /// An element whose content is text.
    RawText,
    /// No element, or attributes of an existing one.
    LeftOut,
    /// Unknown from the tags alone.
    Unsure,
}

/// The open elements that affect a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A table, between its cells.
    Table,
    /// A cell or a caption, of that name.
    Cell(Name),
    Template,
}

/// The part of the page that has been reached.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    BeforeHtml,
    BeforeHead,
    Head,
    AfterHead,
    Body,
}

/// The state of tree construction, as far as the order of elements depends on it. The default is the state before the
/// first tag.
#[derive(Default)]
pub struct Construction {
    open: Vec<Open>,
    /// The number of open templates.
    templates: usize,
    /// The elements of SVG that are open.
    svg: Vec<Name>,
    /// Whether formatting elements may be reopened before text.
    has_formatting: bool,
    part: Part,
    in_select: bool,
    in_form: bool,
    in_noscript: bool,
}

const fn name(text: &str) -> u128 {
    Name::from_text(text.as_bytes()).0
}

/// Declares constants for the names that are compared.
macro_rules! names {
    ($($constant:ident)*) => { $(const $constant: u128 = name(stringify!($constant));)* };
}

#[rustfmt::skip]
names! {
    HTML HEAD BODY BASE BASEFONT BGSOUND LINK META TITLE NOSCRIPT NOFRAMES SCRIPT STYLE TEMPLATE
    CAPTION COL COLGROUP TBODY TD TFOOT TH THEAD TR TABLE
    SELECT OPTION OPTGROUP FORM TEXTAREA XMP IFRAME NOEMBED
    FRAMESET FRAME IMAGE PLAINTEXT SVG MATH BR
    A B BIG CODE EM FONT I NOBR S SMALL STRIKE STRONG TT U
}

impl Construction {
    /// Whether text between tags matters: before the body it may begin the body.
    #[inline]
    pub fn looks_at_text(&self) -> bool {
        self.part < Part::Body
    }

    /// Whether the next start tag is in a template.
    pub fn is_in_template(&self) -> bool {
        self.templates > 0
    }

    /// Whether the next start tag is in SVG.
    #[inline]
    pub fn is_in_svg(&self) -> bool {
        !self.svg.is_empty()
    }

    /// Text that is not white space.
    pub fn text(&mut self) {
        self.part = Part::Body;
    }

    /// A start tag. Its element counts as open.
    #[inline]
    pub fn start(&mut self, tag: Name, is_self_closing: bool) -> Fate {
        if self.is_in_svg() {
            return self.start_in_svg(tag, is_self_closing);
        }
        if self.in_select {
            // 13.2.6.4.7 and its sections on "select": versions of the standard differ in the rest.
            return match tag.0 {
                OPTION | OPTGROUP => Fate::Element,
                SCRIPT => Fate::RawText,
                _ => Fate::Unsure,
            };
        }
        if self.part < Part::Body && self.templates == 0 {
            if let Some(fate) = self.start_before_the_body(tag) {
                return fate;
            }
        }
        match tag.0 {
            CAPTION | COL | COLGROUP | TBODY | TD | TFOOT | TH | THEAD | TR => self.start_part_of_table(tag),
            SCRIPT | STYLE => Fate::RawText,
            _ if self.open.last() == Some(&Open::Table) => Fate::Unsure,
            TITLE | TEXTAREA | XMP | IFRAME | NOEMBED | NOFRAMES => Fate::RawText,
            TABLE => self.opened(Open::Table),
            TEMPLATE => self.opened(Open::Template),
            HTML | HEAD | BODY => Fate::LeftOut,
            SELECT => {
                self.in_select = true;
                Fate::Element
            }
            FORM => self.start_form(),
            NOSCRIPT => self.start_noscript(),
            SVG => self.start_in_svg(tag, is_self_closing),
            A | B | BIG | CODE | EM | FONT | I | NOBR | S | SMALL | STRIKE | STRONG | TT | U => {
                self.has_formatting = true;
                Fate::Element
            }
            FRAMESET | FRAME | IMAGE | PLAINTEXT | MATH => Fate::Unsure,
            _ => Fate::Element,
        }
    }

    /// An end tag.
    #[inline]
    pub fn end(&mut self, tag: Name) -> Fate {
        if self.is_in_svg() {
            return self.end_in_svg(tag);
        }
        if self.in_select {
            self.in_select = tag.0 != SELECT;
            return if matches!(tag.0, SELECT | OPTION | OPTGROUP | SCRIPT) { Fate::Element } else { Fate::Unsure };
        }
        if self.part < Part::Body {
            self.end_before_the_body(tag);
        }
        self.in_noscript &= tag.0 != NOSCRIPT;
        match (tag.0, self.open.last()) {
            (TEMPLATE, Some(Open::Template)) => {
                self.open.pop();
                self.templates -= 1;
            }
            (TEMPLATE | FORM, _) if self.templates > 0 => return Fate::Unsure,
            (_, Some(Open::Cell(cell))) => return self.end_in_cell(tag, *cell),
            (TABLE, Some(Open::Table)) => {
                self.open.pop();
            }
            // 13.2.6.4.9, 13.2.6.4.12 to 13.2.6.4.14: they end a part of the table, or nothing.
            (BODY | CAPTION | COL | COLGROUP | HTML | TBODY | TD | TFOOT | TH | THEAD | TR, Some(Open::Table)) => {}
            (SCRIPT | STYLE, Some(Open::Table)) => {}
            (_, Some(Open::Table)) => return Fate::Unsure,
            (FORM, _) => self.in_form = false,
            _ => {}
        }
        Fate::Element
    }

    /// 13.2.6.5, "any other start tag".
    fn start_in_svg(&mut self, tag: Name, is_self_closing: bool) -> Fate {
        // The content of `title` is HTML. Its text stays in it, if no formatting elements are reopened around it.
        let is_title_of_text = tag.0 == TITLE && !self.has_formatting;
        let is_taken = svg::is_plain(tag) || is_title_of_text;
        if !is_taken || self.is_in_title() || (tag == Name::LONG && !is_self_closing) {
            return Fate::Unsure;
        }
        if !is_self_closing {
            self.svg.push(tag);
        }
        Fate::Element
    }

    fn is_in_title(&self) -> bool {
        self.svg.last().is_some_and(|open| open.0 == TITLE)
    }

    /// 13.2.6.5, "any other end tag": it ends the innermost element of its name, and those inside it.
    fn end_in_svg(&mut self, tag: Name) -> Fate {
        match self.svg.iter().rposition(|open| *open == tag) {
            Some(at) if tag != Name::LONG && (tag.0 == TITLE || !self.is_in_title()) => {
                self.svg.truncate(at);
                Fate::Element
            }
            _ => Fate::Unsure,
        }
    }

    fn opened(&mut self, open: Open) -> Fate {
        self.templates += usize::from(open == Open::Template);
        self.open.push(open);
        Fate::Element
    }

    /// 13.2.6.4.1 to 13.2.6.4.6. None if the tag begins the body.
    fn start_before_the_body(&mut self, tag: Name) -> Option<Fate> {
        let in_head = self.part.max(Part::Head);
        let (part, fate) = match tag.0 {
            HTML if self.part == Part::BeforeHtml => (Part::BeforeHead, Fate::Element),
            HEAD if self.part < Part::Head => (Part::Head, Fate::Element),
            HTML | HEAD => (self.part, Fate::LeftOut),
            BODY => (Part::Body, Fate::Element),
            BASE | BASEFONT | BGSOUND | LINK | META => (in_head, Fate::Element),
            TITLE | NOFRAMES | SCRIPT | STYLE => (in_head, Fate::RawText),
            TEMPLATE => (in_head, self.opened(Open::Template)),
            NOSCRIPT if self.part < Part::AfterHead => (in_head, self.start_noscript()),
            _ => {
                self.part = Part::Body;
                return None;
            }
        };
        self.part = part;
        Some(fate)
    }

    fn end_before_the_body(&mut self, tag: Name) {
        match tag.0 {
            HTML | BODY | BR => self.part = Part::Body,
            HEAD => self.part = Part::AfterHead,
            _ => {}
        }
    }

    /// 13.2.6.4.7, 13.2.6.4.9 to 13.2.6.4.15: in a table a cell ends where another part begins.
    fn start_part_of_table(&mut self, tag: Name) -> Fate {
        match self.open.last_mut() {
            None => Fate::LeftOut,
            Some(Open::Template) => Fate::Unsure,
            Some(place) => {
                *place = if matches!(tag.0, CAPTION | TD | TH) { Open::Cell(tag) } else { Open::Table };
                Fate::Element
            }
        }
    }

    /// 13.2.6.4.11 and 13.2.6.4.15.
    fn end_in_cell(&mut self, tag: Name, cell: Name) -> Fate {
        let is_caption = cell.0 == CAPTION;
        match tag.0 {
            TABLE => {
                self.open.pop();
            }
            // Each cell is in a row.
            TR if !is_caption => self.close_cell(),
            // Whether such a section is open depends on the tag that began the row.
            TBODY | TFOOT | THEAD if !is_caption => return Fate::Unsure,
            FORM => self.in_form = false,
            _ if tag == cell => self.close_cell(),
            _ => {}
        }
        Fate::Element
    }

    fn close_cell(&mut self) {
        if let Some(place) = self.open.last_mut() {
            *place = Open::Table;
        }
    }

    /// 13.2.6.4.7: the form element pointer.
    fn start_form(&mut self) -> Fate {
        if self.in_form || self.templates > 0 {
            return Fate::Unsure;
        }
        self.in_form = true;
        Fate::Element
    }

    /// 13.2.6.4.5: a `noscript` in another is dropped in the head. In the body it is not. But this state may leave the
    /// head too early: at `&#32;`, and at the content of a template. So the result is unsure.
    fn start_noscript(&mut self) -> Fate {
        if self.in_noscript {
            return Fate::Unsure;
        }
        self.in_noscript = true;
        Fate::Element
    }
}
