//! The bundle, compiled once for all engines.

use std::sync::Arc;
use std::thread;

use rquickjs::{CatchResultExt, Context, Ctx, Module, Runtime, WriteOptions};

use crate::RenderError;
use crate::failure::describe;

/// Stack of the thread that compiles, in bytes: parsing nests as deeply as the source does.
const STACK: usize = 8 * 1024 * 1024;

/// A bundle compiled by this process. Clones share it, and so can pools.
#[derive(Debug, Clone)]
// Only `compile` makes one, so no other bytes are loaded as code.
pub struct Bundle(Arc<[u8]>);

impl Bundle {
    /// Compiles a bundle, one ES module, without running it. Blocks for as long as that takes.
    ///
    /// # Errors
    /// [`RenderError::Bundle`] with the parser's message, or when no thread can be started.
    pub fn compile(source: &str) -> Result<Self, RenderError> {
        thread::scope(|scope| {
            thread::Builder::new()
                .name("render-compile".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, || bytecode(source))
                .map_err(|error| RenderError::Bundle(format!("no thread to compile: {error}")))?
                .join()
                .map_err(|_| RenderError::Bundle("the compiler panicked".to_owned()))?
        })
    }

    /// Loads the module into a context, without running it.
    #[expect(unsafe_code, reason = "the engine cannot check bytecode, so loading it is unsafe")]
    pub(crate) fn load<'js>(&self, ctx: &Ctx<'js>) -> rquickjs::Result<Module<'js>> {
        // SAFETY: a `Bundle` holds only what `compile` wrote in this process, with this same version of the engine.
        unsafe { Module::load(ctx.clone(), &self.0) }
    }
}

fn bytecode(source: &str) -> Result<Bundle, RenderError> {
    let runtime = Runtime::new().map_err(|error| RenderError::Bundle(error.to_string()))?;
    let context = Context::full(&runtime).map_err(|error| RenderError::Bundle(error.to_string()))?;
    context.with(|ctx| {
        Module::declare(ctx.clone(), "bundle.js", source)
            .and_then(|module| module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }))
            .map(|bytes| Bundle(bytes.into()))
            .catch(&ctx)
            .map_err(|error| RenderError::Bundle(describe(&error)))
    })
}
