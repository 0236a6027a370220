//! Whether tree construction makes of each start tag one element, in the order of the source (HTML Standard, 13.2.6).
//!
//! Mostly it does: each element goes to the end of what was made, whatever is left open. It does something else in few
//! places, and they follow from the tags alone:
//!
//! | place | what becomes of a start tag there |
//! |---|---|
//! | in a table, but not in a cell or a caption | it goes before the table (13.2.6.1, foster parenting) |
//! | parts of a table outside of one; a second `body`; a `form` in a form | it is left out, or joined to the first |
//! | in `select` | it is left out, or ends the `select` |
//! | in `math`, in framesets, after `plaintext` | other rules hold |
//! | tags of HTML in `svg` | they end it |
//! | formatting elements that were left open | they are copied: the copies have no tag, and come after the tag's element |
//!
//! Only the last needs no parser. For the others the answer is [`Fate::Unsure`], or [`Fate::LeftOut`] where nothing can
//! have come of the tag.
//!
//! ```text
//! <table><tr><td><a href=x></td></table>      a is in a cell: Element
//! <table><tr><a href=x><td></table>           a goes before the table: Unsure
//! ```
//!
//! To know where a tag stands, only few things are followed: the tables, templates and cells that are open, the
//! elements of SVG that are, whether a `select` and a `form` are, and how far the page's head has come.

use crate::names::Name;
use crate::svg;

/// What tree construction makes of a start tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// An element, after all that were made before.
    Element,
    /// An element whose content is text.
    RawText,
    /// No element, or attributes of one that is there.
    LeftOut,
    /// Something that does not follow from the tags alone.
    Unsure,
}

/// The open elements on which the treatment of a tag depends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A table, between its cells.
    Table,
    /// A cell or a caption, of that name.
    Cell(Name),
    Template,
}

/// How far the page has come.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    #[default]
    BeforeHtml,
    BeforeHead,
    Head,
    AfterHead,
    Body,
}

/// What tree construction has come to, as far as it decides about the order of elements. The default is the state
/// before the first tag.
#[derive(Default)]
pub struct Construction {
    open: Vec<Open>,
    /// How many of what is open are templates.
    templates: usize,
    /// The elements of SVG that are open.
    svg: Vec<Name>,
    /// Whether there may be formatting elements to open again before text.
    has_formatting: bool,
    part: Part,
    in_select: bool,
    in_form: bool,
    in_noscript: bool,
}

const fn name(text: &str) -> u128 {
    Name::from_text(text.as_bytes()).0
}

/// The names that are looked for, as numbers.
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
    /// Whether text between tags is looked at: before the body it may begin the body.
    #[inline]
    pub fn looks_at_text(&self) -> bool {
        self.part < Part::Body
    }

    /// Whether a start tag now stands in a template.
    pub fn is_in_template(&self) -> bool {
        self.templates > 0
    }

    /// Whether a start tag now stands in SVG.
    #[inline]
    pub fn is_in_svg(&self) -> bool {
        !self.svg.is_empty()
    }

    /// Text that is not white space.
    pub fn text(&mut self) {
        self.part = Part::Body;
    }

    /// A start tag. The element is taken for one that was opened.
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
        // The content of `title` is HTML. Its text stays in it, if no formatting elements are opened again around it.
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

    /// 13.2.6.5, "any other end tag": it ends the innermost element of its name, and those in it.
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
            // There is a row around each cell.
            TR if !is_caption => self.close_cell(),
            // Whether there is one depends on what began the row.
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

    /// 13.2.6.4.5: one in another is left out in the head. It is not in the body, but `&#32;`, and what stands in a
    /// template, seem to begin the body here and do not there.
    fn start_noscript(&mut self) -> Fate {
        if self.in_noscript {
            return Fate::Unsure;
        }
        self.in_noscript = true;
        Fate::Element
    }
}
