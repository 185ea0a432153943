// A mail server that takes mail, or says nothing at all.

import { createServer } from "node:net";

/** Listens on a port of its own. `isHanging` may change while it runs. */
export class MailServer {
  isHanging = true;
  /** How often each mail was taken, by its Message-ID. */
  taken = new Map();
  #sockets = new Set();

  static async start() {
    const server = new MailServer();
    server.listener = createServer((socket) => server.#converse(socket));
    await new Promise((ready) => server.listener.listen(0, "127.0.0.1", ready));
    server.url = `smtp://127.0.0.1:${server.listener.address().port}?tls=none`;
    return server;
  }

  #converse(socket) {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // A client that was killed is no failure of the server.
    socket.on("error", () => {});
    if (this.isHanging) return;
    let seen = "";
    let isData = false;
    const say = (line) => socket.write(`${line}\r\n`);
    socket.on("data", (chunk) => {
      seen += chunk;
      while (true) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = seen.indexOf(end);
        if (at < 0) return;
        const text = seen.slice(0, at);
        seen = seen.slice(at + end.length);
        if (isData) {
          const id = text.match(/^Message-ID: <([^>]+)>/im)?.[1];
          this.taken.set(id, (this.taken.get(id) ?? 0) + 1);
          isData = false;
          say("250 taken");
        } else if (/^DATA/i.test(text)) {
          isData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(text)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
    say("220 mail server of a measure");
  }

  /** Hangs up on everybody, as a server does that is started anew. */
  hangUp() {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop() {
    this.hangUp();
    await new Promise((done) => this.listener.close(done));
  }
}
