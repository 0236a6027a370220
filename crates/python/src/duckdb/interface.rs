//! DuckDB's C interface: the functions that are called here, found by name in its Python module, and its structures.
//!
//! All of them are of version 1.5.6 of the interface, which DuckDB promises to keep, but for `register_static_extension`
//! (DuckDB 2.0). Where one is missing, nothing is linked.

use std::ffi::{c_char, c_void, OsStr};
use std::sync::OnceLock;

use libloading::Library;

/// A handle of DuckDB's.
pub type Handle = *mut c_void;
/// How a scalar function is called: the call, its arguments, the vector of its results.
pub type Run = unsafe extern "C" fn(Handle, Handle, Handle);
/// How a value that was handed over is dropped.
pub type Destroy = unsafe extern "C" fn(*mut c_void);
/// What tells DuckDB of an extension; 0 is success.
pub type Describe = unsafe extern "C" fn(*mut Descriptor) -> i32;

/// `duckdb_extension_descriptor`, layout 1.
#[repr(C)]
pub struct Descriptor {
    pub version: u32,
    pub set_error: unsafe extern "C" fn(*mut Descriptor, *const c_char),
    pub internal: *mut c_void,
    pub name: *const c_char,
    pub extension_version: *const c_char,
    pub api_version: *const c_char,
    pub entry_cpp: Option<unsafe extern "C" fn()>,
    pub entry_capi_v1: Option<unsafe extern "C" fn(Handle, *const Access) -> bool>,
}

/// `duckdb_extension_access`: what an extension is given for the database that loads it.
#[repr(C)]
pub struct Access {
    pub set_error: unsafe extern "C" fn(Handle, *const c_char),
    pub get_database: unsafe extern "C" fn(Handle) -> *mut Handle,
    get_api: *const c_void,
}

/// `duckdb_string_t`: a text of up to twelve bytes stands in it; a longer one has its first four there, and its place.
#[repr(C)]
#[derive(Clone, Copy)]
pub union Text {
    pub short: ShortText,
    pub long: LongText,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ShortText {
    pub length: u32,
    pub bytes: [u8; INLINE],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct LongText {
    pub length: u32,
    pub prefix: [u8; 4],
    pub bytes: *const u8,
}

/// The longest text that stands in a [`Text`] itself.
pub const INLINE: usize = 12;

/// `duckdb_list_entry`: where the items of a row stand in the list's child.
#[repr(C)]
pub struct ListEntry {
    pub offset: u64,
    pub length: u64,
}

/// `duckdb_state`.
pub const SUCCESS: u32 = 0;

macro_rules! interface {
    ($($(#[$doc:meta])* $name:ident: ($($argument:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions, without the `duckdb_` of their names.
        pub struct Interface {
            $($(#[$doc])* pub $name: unsafe extern "C" fn($($argument),*) $(-> $result)?,)*
            _library: Library,
        }

        impl Interface {
            /// Finds the functions in a library.
            fn of(library: Library) -> Result<Interface, String> {
                Ok(Interface {
                    $($name: {
                        let name = concat!("duckdb_", stringify!($name));
                        // SAFETY: the types are those of duckdb.h and duckdb_static_extension.h, and the library is kept.
                        *unsafe { library.get(name.as_bytes()) }.map_err(|_| format!("the library has no {name}"))?
                    },)*
                    _library: library,
                })
            }
        }
    };
}

interface! {
    register_static_extension: (Describe) -> i32;
    connect: (Handle, *mut Handle) -> u32;
    disconnect: (*mut Handle);
    create_logical_type: (u32) -> Handle;
    create_list_type: (Handle) -> Handle;
    create_struct_type: (*mut Handle, *mut *const c_char, u64) -> Handle;
    destroy_logical_type: (*mut Handle);
    create_scalar_function: () -> Handle;
    destroy_scalar_function: (*mut Handle);
    scalar_function_set_name: (Handle, *const c_char);
    scalar_function_add_parameter: (Handle, Handle);
    scalar_function_set_return_type: (Handle, Handle);
    scalar_function_set_special_handling: (Handle);
    scalar_function_set_extra_info: (Handle, *mut c_void, Destroy);
    scalar_function_set_function: (Handle, Run);
    register_scalar_function: (Handle, Handle) -> u32;
    scalar_function_get_extra_info: (Handle) -> *mut c_void;
    scalar_function_set_error: (Handle, *const c_char);
    data_chunk_get_size: (Handle) -> u64;
    data_chunk_get_vector: (Handle, u64) -> Handle;
    vector_get_data: (Handle) -> *mut c_void;
    vector_get_validity: (Handle) -> *mut u64;
    vector_ensure_validity_writable: (Handle);
    unsafe_vector_assign_string_element_len: (Handle, u64, *const c_char, u64);
    struct_vector_get_child: (Handle, u64) -> Handle;
    list_vector_get_child: (Handle) -> Handle;
    list_vector_reserve: (Handle, u64) -> u32;
    list_vector_set_size: (Handle, u64) -> u32;
}

static INTERFACE: OnceLock<Interface> = OnceLock::new();

impl Interface {
    /// The interface of DuckDB's Python module, whose path is that of its file. The first call decides, for the process.
    ///
    /// # Errors
    /// If the library cannot be opened, or has not all of the functions.
    pub fn at(path: &OsStr) -> Result<&'static Interface, String> {
        if let Some(interface) = INTERFACE.get() {
            return Ok(interface);
        }
        // SAFETY: Python has loaded this library before, so nothing of it runs now.
        let library = unsafe { Library::new(path) }
            .map_err(|_| format!("the library {} cannot be opened", path.to_string_lossy()))?;
        let interface = Interface::of(library)?;
        Ok(INTERFACE.get_or_init(|| interface))
    }

    /// The interface, which whoever is called by DuckDB has found before.
    pub fn found() -> Option<&'static Interface> {
        INTERFACE.get()
    }
}
