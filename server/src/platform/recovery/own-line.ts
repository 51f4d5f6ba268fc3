import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { OWN_FOLDER } from '../database/embedded/spool.ts';
import { closeLine, listBases, stampOf } from './line.ts';

// Less is what clocks are corrected by all the time.
const CLOCK_STEP_MS = 2_000;

/**
 * The line of this data folder. After its clock went back another one follows, since a moment would be in this one
 * twice: with a base backup of its own, until which WAL goes to both.
 */
export class OwnLine {
  readonly #store: ArchiveStore;
  readonly #pgData: string;
  readonly #lineFile: string;
  readonly #clockFile: string;
  #current: Promise<string> | undefined;
  #following: string | undefined;
  #reachedMs: number | undefined;

  constructor(store: ArchiveStore, pgData: string) {
    this.#store = store;
    this.#pgData = pgData;
    this.#lineFile = join(pgData, OWN_FOLDER, 'line');
    this.#clockFile = join(pgData, OWN_FOLDER, 'clock');
  }

  /** The promise is kept: of callers at the same moment each would make its own line. */
  current(): Promise<string> {
    this.#current ??= this.#readOrMake().catch((error) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  /** The line that follows, if the clock went back. */
  get following(): string | undefined {
    return this.#following;
  }

  /** Notes how far the clock got, and begins another line if it went back. */
  async watchClock(now: Date): Promise<void> {
    this.#reachedMs ??= await this.#readReached();
    if (now.getTime() < this.#reachedMs - CLOCK_STEP_MS) this.#following ??= nameLine(now);
    if (now.getTime() <= this.#reachedMs) return;
    this.#reachedMs = now.getTime();
    await writeFile(this.#clockFile, now.toISOString());
  }

  /** Goes over to the line of a base backup that is complete, if that is the one that follows. */
  async goOver(line: string): Promise<void> {
    const following = this.#following;
    if (line !== following) return;
    await closeLine(this.#store, await this.current(), new Date(this.#reachedMs ?? 0));
    await this.#write(following);
    await rm(this.#clockFile, { force: true });
    this.#current = Promise.resolve(following);
    this.#following = undefined;
    this.#reachedMs = 0;
  }

  async #readReached(): Promise<number> {
    const noted = Date.parse(await readFile(this.#clockFile, 'utf8').catch(() => ''));
    if (!Number.isNaN(noted)) return noted;
    // Releases up to 0.3.0 noted nothing.
    const base = (await listBases(this.#store, await this.current())).at(-1);
    return base ? Date.parse(base.endedAt) : 0;
  }

  async #readOrMake(): Promise<string> {
    const [line, madeIn] = (await readFile(this.#lineFile, 'utf8').catch(() => '')).split('\n');
    if (line && madeIn === (await this.#home())) return line;
    const made = nameLine(new Date());
    await this.#write(made);
    return made;
  }

  async #write(line: string): Promise<void> {
    await writeFile(this.#lineFile, `${line}\n${await this.#home()}\n`, { mode: 0o644, flush: true });
  }

  // A copy has another one; a container's name is another one after each restart.
  async #home(): Promise<string> {
    return String((await stat(this.#pgData)).ino);
  }
}

const nameLine = (moment: Date): string => `line-${stampOf(moment)}-${randomBytes(3).toString('hex')}`;
