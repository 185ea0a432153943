//! One JavaScript engine with the bundle in it: evaluates and calls it, within its limits.
//!
//! An [`Engine`] belongs to the thread that booted it. After any failure it must be dropped whole, runtime included:
//! `QuickJS` keeps queued jobs in the runtime, and these point into the context without holding it.

use std::rc::Rc;

use rquickjs::function::Func;
use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Function, Object, Persistent, Promise, Runtime, Value};

use crate::bundle::Bundle;
use crate::config::Limits;
use crate::deadline::Deadline;
use crate::failure::Failure;
use crate::{RenderError, console};

const POLYFILL: &str = include_str!("polyfill.js");

/// The functions of the bundle and of the polyfill, kept between calls.
struct Functions {
    head: Persistent<Function<'static>>,
    render: Persistent<Function<'static>>,
    run_timer: Persistent<Function<'static>>,
    reset_timers: Persistent<Function<'static>>,
}

/// A booted engine. The order of the fields is the order in which they must be dropped.
pub struct Engine {
    functions: Functions,
    context: Context,
    runtime: Runtime,
    deadline: Rc<Deadline>,
    limits: Limits,
    reusable: bool,
}

impl Engine {
    /// Creates a runtime, installs the polyfill and evaluates the bundle, all within `limits.boot`.
    ///
    /// # Errors
    /// [`RenderError::Bundle`] when anything in it fails or an export is missing.
    pub fn boot(bundle: &Bundle, limits: Limits) -> Result<Self, RenderError> {
        let as_bundle = |error: rquickjs::Error| RenderError::Bundle(error.to_string());
        let deadline = Rc::new(Deadline::default());
        let runtime = Runtime::new().map_err(as_bundle)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        runtime.set_interrupt_handler(Some(Box::new({
            let deadline = Rc::clone(&deadline);
            move || deadline.check()
        })));
        let context = Context::full(&runtime).map_err(as_bundle)?;
        deadline.start(limits.boot);
        let functions = context.with(|ctx| {
            let installed = install(&ctx, bundle, &deadline);
            installed.map_err(|failure| match failure.into_error(&ctx, &deadline) {
                RenderError::Threw(message) => RenderError::Bundle(message),
                other => RenderError::Bundle(other.to_string()),
            })
        })?;
        Ok(Self { functions, context, runtime, deadline, limits, reusable: true })
    }

    /// Calls the bundle's `head`.
    ///
    /// # Errors
    /// `Timeout`, `Memory` or `Threw`; the engine is then no longer [reusable](Self::reusable).
    pub fn head(&mut self, page_json: &str) -> Result<String, RenderError> {
        self.call(&self.functions.head.clone(), page_json)
    }

    /// Calls the bundle's `render`.
    ///
    /// # Errors
    /// As [`Self::head`].
    pub fn render(&mut self, page_json: &str) -> Result<String, RenderError> {
        self.call(&self.functions.render.clone(), page_json)
    }

    /// Returns whether this engine may be called again.
    pub fn reusable(&self) -> bool {
        self.reusable
    }

    /// Returns the bytes on the engine's heap after a collection. Walks the whole heap: about a millisecond.
    pub fn heap(&self) -> usize {
        self.runtime.run_gc();
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }

    fn call(&mut self, export: &Persistent<Function<'static>>, page_json: &str) -> Result<String, RenderError> {
        self.deadline.start(self.limits.call);
        let (result, clean) = self.context.with(|ctx| {
            let result =
                self.invoke(&ctx, export, page_json).map_err(|failure| failure.into_error(&ctx, &self.deadline));
            let clean = result.is_ok() && self.clear(&ctx).is_ok();
            (result, clean)
        });
        self.deadline.clear();
        self.reusable = clean;
        result
    }

    fn invoke(
        &self,
        ctx: &Ctx<'_>,
        export: &Persistent<Function<'static>>,
        page_json: &str,
    ) -> Result<String, Failure> {
        let returned: Value<'_> = export.clone().restore(ctx)?.call((page_json,))?;
        let value = match returned.as_promise() {
            Some(promise) => {
                let run_timer = self.functions.run_timer.clone().restore(ctx)?;
                settle(ctx, promise, &run_timer, &self.deadline)?
            }
            None => returned,
        };
        value.into_string().ok_or(Failure::NotText)?.to_string().map_err(|_| Failure::NotText)
    }

    /// Runs the jobs that are left and drops the timers, so that the next call begins without them.
    fn clear(&self, ctx: &Ctx<'_>) -> Result<(), Failure> {
        let reset_timers = self.functions.reset_timers.clone().restore(ctx)?;
        finish(ctx, &reset_timers, &self.deadline)
    }
}

/// Installs polyfill and bundle in a fresh context.
fn install(ctx: &Ctx<'_>, bundle: &Bundle, deadline: &Deadline) -> Result<Functions, Failure> {
    let host = Object::new(ctx.clone())?;
    host.set("log", Func::from(console::log))?;
    let polyfill: Function<'_> = ctx.eval(POLYFILL)?;
    let hooks: Object<'_> = polyfill.call((host,))?;
    let run_timer: Function<'_> = hooks.get("runTimer")?;
    let reset_timers: Function<'_> = hooks.get("resetTimers")?;

    let (module, evaluated) = bundle.load(ctx)?.eval()?;
    settle(ctx, &evaluated, &run_timer, deadline)?;
    finish(ctx, &reset_timers, deadline)?;

    let export = |name: &'static str| {
        let value: Value<'_> = module.get(name)?;
        value.into_function().ok_or(Failure::MissingExport(name))
    };
    Ok(Functions {
        head: Persistent::save(ctx, export("head")?),
        render: Persistent::save(ctx, export("render")?),
        run_timer: Persistent::save(ctx, run_timer),
        reset_timers: Persistent::save(ctx, reset_timers),
    })
}

/// Runs jobs and timers until the promise is settled.
fn settle<'js>(
    ctx: &Ctx<'js>,
    promise: &Promise<'js>,
    run_timer: &Function<'js>,
    deadline: &Deadline,
) -> Result<Value<'js>, Failure> {
    loop {
        if promise.state() != PromiseState::Pending {
            return promise.result().unwrap_or(Err(rquickjs::Error::WouldBlock)).map_err(Failure::from);
        }
        if deadline.check() {
            return Err(Failure::Expired);
        }
        if !ctx.execute_pending_job() && !run_timer.call::<_, bool>(())? {
            return Err(Failure::NeverSettles);
        }
    }
}

/// Runs the jobs that are left, then drops the timers.
fn finish(ctx: &Ctx<'_>, reset_timers: &Function<'_>, deadline: &Deadline) -> Result<(), Failure> {
    while ctx.execute_pending_job() {
        if deadline.check() {
            return Err(Failure::Expired);
        }
    }
    reset_timers.call::<_, u32>(())?;
    Ok(())
}
