//! The bundle, compiled once for all engines of a pool.

use std::sync::Arc;

use rquickjs::{CatchResultExt, Context, Ctx, Module, Runtime, WriteOptions};

use crate::{RenderError, failure::describe};

/// A bundle compiled by this process. Only [`compile`](Self::compile) makes one, so no other bytes are loaded as code.
#[derive(Debug, Clone)]
pub struct Bytecode(Arc<[u8]>);

impl Bytecode {
    /// Compiles the bundle, one ES module, without running it.
    ///
    /// # Errors
    /// [`RenderError::Bundle`] with the parser's message.
    pub fn compile(bundle: &str) -> Result<Self, RenderError> {
        let runtime = Runtime::new().map_err(|error| RenderError::Bundle(error.to_string()))?;
        let context = Context::full(&runtime).map_err(|error| RenderError::Bundle(error.to_string()))?;
        context.with(|ctx| {
            Module::declare(ctx.clone(), "bundle.js", bundle)
                .and_then(|module| module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }))
                .map(|bytes| Self(bytes.into()))
                .catch(&ctx)
                .map_err(|error| RenderError::Bundle(describe(&error)))
        })
    }

    /// Loads the module into a context, without running it.
    #[expect(unsafe_code, reason = "the engine cannot check bytecode, so loading it is unsafe")]
    pub fn load<'js>(&self, ctx: &Ctx<'js>) -> rquickjs::Result<Module<'js>> {
        // SAFETY: a `Bytecode` holds only what `compile` wrote in this process, with this same version of the engine.
        unsafe { Module::load(ctx.clone(), &self.0) }
    }
}
