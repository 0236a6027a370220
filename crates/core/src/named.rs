//! Enums whose variants have names: the keywords of a setting, of an argument or of a result.

/// Declares an enum with a name for each variant. Adds `ALL` and `NAMES`, in order, `named` and `as_str`.
///
/// ```
/// uriverse_core::named_enum! {
///     /// A direction.
///     pub enum Direction {
///         /// Towards the root.
///         Up = "up",
///         /// Away from it.
///         Down = "down",
///     }
/// }
/// assert_eq!((Direction::named("up"), Direction::named("left")), (Some(Direction::Up), None));
/// assert_eq!((Direction::Down.as_str(), Direction::NAMES), ("down", ["up", "down"]));
/// ```
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$of_enum:meta])*
        $visibility:vis enum $Enum:ident { $($(#[$of_variant:meta])* $Variant:ident = $name:literal,)+ }
    ) => {
        $(#[$of_enum])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        $visibility enum $Enum { $($(#[$of_variant])* $Variant,)+ }

        #[allow(dead_code)]
        impl $Enum {
            /// All variants, in order.
            pub const ALL: [$Enum; [$($name),+].len()] = [$($Enum::$Variant),+];

            /// The names of the variants, in the same order.
            pub const NAMES: [&'static str; $Enum::ALL.len()] = [$($name),+];

            /// The variant with this name.
            #[must_use]
            pub fn named(name: &str) -> Option<$Enum> {
                Some(match name {
                    $($name => $Enum::$Variant,)+
                    _ => return None,
                })
            }

            /// The name of the variant.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $($Enum::$Variant => $name,)+ }
            }
        }
    };
}

pub(crate) use named_enum;
