// A real server of the binary under test, which can be stopped and started
// again at the same address.
import { spawn } from 'node:child_process';

const PATIENCE = 120_000;

export class Server {
  constructor(krog, store, extra = []) {
    this.krog = krog;
    this.store = store;
    this.extra = extra;
    this.base = null;
  }

  /** Starts it, where it was if it has been somewhere, and waits until it listens. */
  async start() {
    const bind = this.base ? new URL(this.base).host : '127.0.0.1:0';
    const options = ['serve', '--bind', bind, '--db', this.store, '--engine', 'builtin', '--nodes', '3000'];
    const child = spawn(this.krog, [...options, ...this.extra], { stdio: ['ignore', 'inherit', 'pipe'] });
    this.process = child;
    this.base = await new Promise((found, lost) => {
      let said = '';
      const patience = setTimeout(() => lost(new Error(`the server said nothing of use: ${said}`)), PATIENCE);
      child.stderr.on('data', (chunk) => {
        said += chunk;
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (!address) return;
        clearTimeout(patience);
        found(address);
      });
      child.on('exit', () => {
        clearTimeout(patience);
        lost(new Error(`the server ended: ${said}`));
      });
    });
    return this;
  }

  async stop() {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGTERM');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(timer);
  }
}
