//! One JavaScript engine with the page bundle in it: evaluates, renders, and never runs for longer than it may.
//!
//! An [`Engine`] belongs to the thread that booted it. After any failure it must be dropped whole, runtime included:
//! `QuickJS` keeps queued jobs in the runtime, and these point into the context without holding it.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rquickjs::function::Func;
use rquickjs::promise::PromiseState;
use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Function, Module, Object, Persistent, Promise, Runtime, Value,
    WriteOptions,
};

use super::RenderError;

const POLYFILL: &str = include_str!("polyfill.js");
/// Longest message or console line that is passed on, in bytes.
const MESSAGE_LIMIT: usize = 2_000;
/// Stack lines kept with an error's message.
const STACK_LINES: usize = 6;

/// What one engine may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Heap, in bytes.
    pub memory: usize,
    /// JavaScript stack, in bytes; the thread's own stack must be larger.
    pub stack: usize,
    /// Time for evaluating the polyfill and the bundle.
    pub boot: Duration,
    /// Time for one call of `head` or `render`.
    pub call: Duration,
}

/// The bundle compiled by this process. Only [`compile`] makes one, so that no other bytes are ever loaded as code.
#[derive(Debug, Clone)]
pub struct Bytecode(Arc<[u8]>);

/// Compiles the bundle, one ES module, without running it.
///
/// # Errors
/// [`RenderError::Bundle`] with the parser's message.
pub fn compile(bundle: &str) -> Result<Bytecode, RenderError> {
    let runtime = Runtime::new().map_err(|error| RenderError::Bundle(error.to_string()))?;
    let context = Context::full(&runtime).map_err(|error| RenderError::Bundle(error.to_string()))?;
    context.with(|ctx| {
        Module::declare(ctx.clone(), "bundle.js", bundle)
            .and_then(|module| module.write(WriteOptions { strip_source: true, ..WriteOptions::default() }))
            .map(|bytes| Bytecode(bytes.into()))
            .catch(&ctx)
            .map_err(|error| RenderError::Bundle(describe(&error)))
    })
}

/// Asked by the engine every few thousand steps whether to go on.
#[derive(Debug, Default)]
struct Watch {
    /// In this thread's processor time: on a busy machine a render waits long and works no longer for it.
    deadline: Cell<Option<Duration>>,
    tripped: Cell<bool>,
}

impl Watch {
    fn start(&self, limit: Duration) {
        self.tripped.set(false);
        self.deadline.set(processor_time().checked_add(limit));
    }

    fn expired(&self) -> bool {
        let expired = self.deadline.get().is_some_and(|deadline| processor_time() >= deadline);
        if expired {
            self.tripped.set(true);
        }
        expired
    }
}

/// How long this thread has been at work.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

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
    watch: Rc<Watch>,
    limits: Limits,
    sound: bool,
}

impl Engine {
    /// Makes a runtime, installs the polyfill and evaluates the bundle, all within `limits.boot`.
    ///
    /// # Errors
    /// [`RenderError::Bundle`] when anything in it fails or an export is missing.
    pub fn boot(bytecode: &Bytecode, limits: Limits) -> Result<Self, RenderError> {
        let as_bundle = |error: rquickjs::Error| RenderError::Bundle(error.to_string());
        let watch = Rc::new(Watch::default());
        let runtime = Runtime::new().map_err(as_bundle)?;
        runtime.set_memory_limit(limits.memory);
        runtime.set_max_stack_size(limits.stack);
        runtime.set_interrupt_handler(Some(Box::new({
            let watch = Rc::clone(&watch);
            move || watch.expired()
        })));
        let context = Context::full(&runtime).map_err(as_bundle)?;
        watch.start(limits.boot);
        let functions = context.with(|ctx| {
            let booted = install(&ctx, bytecode, &watch);
            booted.map_err(|failure| match failure.into_error(&ctx, &watch) {
                RenderError::Threw(message) => RenderError::Bundle(message),
                other => RenderError::Bundle(other.to_string()),
            })
        })?;
        Ok(Self { functions, context, runtime, watch, limits, sound: true })
    }

    /// Calls the bundle's `head`: page JSON in, JSON of the head out.
    ///
    /// # Errors
    /// `Timeout`, `Memory` or `Threw`; the engine is no longer [sound](Self::sound) then.
    pub fn head(&mut self, page_json: &str) -> Result<String, RenderError> {
        self.call(|engine, ctx| {
            let head = engine.functions.head.clone().restore(ctx)?;
            Ok(head.call::<_, String>((page_json,))?)
        })
    }

    /// Calls the bundle's `render`: page JSON in, HTML of the body out.
    ///
    /// # Errors
    /// As [`Self::head`].
    pub fn render(&mut self, page_json: &str) -> Result<String, RenderError> {
        self.call(|engine, ctx| {
            let render = engine.functions.render.clone().restore(ctx)?;
            let run_timer = engine.functions.run_timer.clone().restore(ctx)?;
            let returned: Value<'_> = render.call((page_json,))?;
            let value = match returned.as_promise() {
                Some(promise) => settle(ctx, promise, &run_timer, &engine.watch)?,
                None => returned,
            };
            value.into_string().ok_or(Failure::NotText)?.to_string().map_err(|_| Failure::NotText)
        })
    }

    /// Whether this engine may be used again.
    pub fn sound(&self) -> bool {
        self.sound
    }

    /// Bytes on the engine's heap after a collection. Walks the whole heap: about a millisecond.
    pub fn heap(&self) -> usize {
        self.runtime.run_gc();
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }

    fn call<T>(&mut self, work: impl FnOnce(&Self, &Ctx<'_>) -> Result<T, Failure>) -> Result<T, RenderError> {
        self.watch.start(self.limits.call);
        let (result, clean) = self.context.with(|ctx| {
            let result = work(self, &ctx).map_err(|failure| failure.into_error(&ctx, &self.watch));
            let clean = result.is_ok() && self.tidy(&ctx).is_ok();
            (result, clean)
        });
        self.watch.deadline.set(None);
        self.sound = clean;
        result
    }

    /// Leaves no job and no timer of this visitor behind for the next one.
    fn tidy(&self, ctx: &Ctx<'_>) -> Result<(), Failure> {
        while ctx.execute_pending_job() {
            if self.watch.expired() {
                return Err(Failure::Expired);
            }
        }
        let reset = self.functions.reset_timers.clone().restore(ctx)?;
        reset.call::<_, u32>(())?;
        Ok(())
    }
}

/// Installs polyfill and bundle in a fresh context.
fn install(ctx: &Ctx<'_>, bytecode: &Bytecode, watch: &Watch) -> Result<Functions, Failure> {
    let host = Object::new(ctx.clone())?;
    host.set("log", Func::from(log))?;
    let polyfill: Function<'_> = ctx.eval(POLYFILL)?;
    let hooks: Object<'_> = polyfill.call((host,))?;
    let run_timer: Function<'_> = hooks.get("runTimer")?;
    let reset_timers: Function<'_> = hooks.get("resetTimers")?;

    let (module, evaluated) = load(ctx, bytecode)?.eval()?;
    settle(ctx, &evaluated, &run_timer, watch)?;
    while ctx.execute_pending_job() && !watch.expired() {}
    reset_timers.call::<_, u32>(())?;

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
    watch: &Watch,
) -> Result<Value<'js>, Failure> {
    loop {
        if promise.state() != PromiseState::Pending {
            return promise.result().unwrap_or(Err(rquickjs::Error::WouldBlock)).map_err(Failure::from);
        }
        if watch.expired() {
            return Err(Failure::Expired);
        }
        if !ctx.execute_pending_job() && !run_timer.call::<_, bool>(())? {
            return Err(Failure::NeverSettles);
        }
    }
}

/// Why a call ended early, before it is put into words.
enum Failure {
    Expired,
    NeverSettles,
    NotText,
    MissingExport(&'static str),
    Engine(rquickjs::Error),
}

impl From<rquickjs::Error> for Failure {
    fn from(error: rquickjs::Error) -> Self {
        Self::Engine(error)
    }
}

impl Failure {
    fn into_error(self, ctx: &Ctx<'_>, watch: &Watch) -> RenderError {
        let threw = |message: &str| RenderError::Threw(message.to_owned());
        // An interrupt outranks what it looks like: the exception may have been lost in a promise.
        if watch.tripped.get() {
            // The pending exception must not outlive the call.
            drop(ctx.catch());
            return RenderError::Timeout;
        }
        match self {
            Self::Expired => RenderError::Timeout,
            Self::NeverSettles => threw("the promise of `render` never settles: no job and no timer is left"),
            Self::NotText => threw("`render` gave no well-formed string"),
            Self::MissingExport(name) => RenderError::Threw(format!("the bundle exports no function `{name}`")),
            Self::Engine(rquickjs::Error::Allocation) => RenderError::Memory,
            Self::Engine(error) => {
                let caught = CaughtError::from_error(ctx, error);
                if is_out_of_memory(&caught) { RenderError::Memory } else { RenderError::Threw(describe(&caught)) }
            }
        }
    }
}

/// With no room left even for the "out of memory" error, the engine throws `null` instead.
fn is_out_of_memory(error: &CaughtError<'_>) -> bool {
    match error {
        CaughtError::Exception(exception) => exception.message().as_deref() == Some("out of memory"),
        CaughtError::Value(value) => value.is_null(),
        CaughtError::Error(_) => false,
    }
}

/// Message and first stack lines, for the log.
fn describe(error: &CaughtError<'_>) -> String {
    let text = match error {
        CaughtError::Error(error) => error.to_string(),
        CaughtError::Exception(exception) => {
            let message = exception.message().unwrap_or_else(|| "an error without a message".to_owned());
            let stack = exception.stack().unwrap_or_default();
            let mut text = message;
            for line in stack.lines().take(STACK_LINES) {
                text.push('\n');
                text.push_str(line);
            }
            text
        }
        CaughtError::Value(value) => match value.as_string().and_then(|text| text.to_string().ok()) {
            Some(text) => format!("thrown: {text}"),
            None => format!("thrown: a value of type {}", value.type_name()),
        },
    };
    shorten(text)
}

fn shorten(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MESSAGE_LIMIT));
    text
}

/// The bundle's `console`.
#[expect(clippy::needless_pass_by_value, reason = "the engine passes arguments by value")]
fn log(level: String, message: String) {
    let message = shorten(message);
    match level.as_str() {
        "error" => tracing::error!(target: "render::console", "{message}"),
        "warn" => tracing::warn!(target: "render::console", "{message}"),
        "debug" => tracing::debug!(target: "render::console", "{message}"),
        _ => tracing::info!(target: "render::console", "{message}"),
    }
}

/// Loads the compiled bundle into a context, without running it.
#[expect(unsafe_code, reason = "the engine cannot check bytecode, so loading it is unsafe")]
fn load<'js>(ctx: &Ctx<'js>, bytecode: &Bytecode) -> rquickjs::Result<Module<'js>> {
    // SAFETY: a `Bytecode` holds only what `compile` wrote in this process, with this same version of the engine.
    unsafe { Module::load(ctx.clone(), &bytecode.0) }
}
