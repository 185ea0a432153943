// An SMTP server that accepts email, or fails in one of three ways.

import { createServer } from "node:net";

/** The kinds of failure, with descriptions for use in a sentence. */
export const FAULTS = {
  refusing: "refuses connections",
  hanging: "says nothing",
  closing: "hangs up in the middle of a message",
};

/** Listens on a free port. */
export class MailServer {
  /** How often each email was accepted, and the visitors in it, by its Message-ID. */
  taken = new Map();
  #mood = "willing";
  #sockets = new Set();

  static async start() {
    const server = new MailServer();
    server.listener = createServer((socket) => server.#converse(socket));
    await server.#listen(0);
    server.port = server.listener.address().port;
    server.url = `smtp://127.0.0.1:${server.port}?tls=none`;
    return server;
  }

  /** Accepts email ("willing"), or fails in one of the `FAULTS`. Closes open connections. */
  async feel(mood) {
    this.#mood = mood;
    const { listening } = this.listener;
    if (mood === "refusing" && listening) await this.stop();
    else if (mood !== "refusing" && !listening) await this.#listen(this.port);
    else this.#hangUp();
  }

  async stop() {
    const closed = new Promise((done) => this.listener.close(done));
    this.#hangUp();
    await closed;
  }

  #listen(port) {
    return new Promise((ready, fail) => {
      this.listener.once("error", fail);
      this.listener.listen(port, "127.0.0.1", ready);
    });
  }

  #hangUp() {
    for (const socket of this.#sockets) socket.destroy();
  }

  #converse(socket) {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.setNoDelay(true);
    // A killed client is not an error of the server.
    socket.on("error", () => {});
    if (this.#mood === "hanging") {
      // Reads, so that a closed connection is noticed.
      socket.resume();
      return;
    }
    let seen = "";
    let isData = false;
    const say = (line) => socket.write(`${line}\r\n`);
    socket.on("data", (chunk) => {
      seen += chunk;
      while (true) {
        if (isData && this.#mood === "closing") {
          socket.destroy();
          return;
        }
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = seen.indexOf(end);
        if (at < 0) return;
        const text = seen.slice(0, at);
        seen = seen.slice(at + end.length);
        if (isData) {
          this.#take(text);
          isData = false;
          say("250 taken");
        } else if (/^DATA/i.test(text)) {
          isData = true;
          say("354 go on");
          // The message follows, and none of it has arrived yet.
          return;
        } else if (/^QUIT/i.test(text)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
    say("220 mail server of a measure");
  }

  #take(message) {
    const field = (name) => message.match(new RegExp(`^${name}: <?([^>\\r]+)>?`, "im"))?.[1];
    const id = field("Message-ID");
    const before = this.taken.get(id);
    if (before) before.count += 1;
    else this.taken.set(id, { count: 1, to: field("To"), from: field("Reply-To") });
  }
}
