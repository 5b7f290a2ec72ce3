import { AppError } from '@sightline/contracts/shared/errors';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { FileParts, type FilePart, type ReceivedParts } from '../../platform/blobs/file-parts.ts';
import type { Clock } from '../../platform/clock/clock.ts';

/** A part of a package; `from` null asks how much of it is there. `file` is the same for all parts of one file. */
export interface PackagePart extends Omit<FilePart, 'name'> {
  file: string;
}

/** Who sends nothing for this long gives way to another package of the organization, ms. */
const silenceMs = 60_000;

/** Packages that come in parts: one of an organization at a time, because nobody knows yet whether they are any. */
export class PackageParts {
  readonly #files: FileParts;
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #current = new Map<string, { name: string; heardAtMs: number }>();

  constructor(blobs: Pick<Blobs, 'draftFolder' | 'requireRoom'>, clock: Clock) {
    this.#files = new FileParts(blobs);
    this.#folder = blobs.draftFolder;
    this.#clock = clock;
  }

  /** Fails with `rate_limited` while another package of the organization is on its way. */
  async add(organizationId: string, { file, ...part }: PackagePart): Promise<ReceivedParts & { name: string }> {
    const prefix = `core-release-${organizationId}-`;
    const name = `${prefix}${file}`;
    const current = this.#current.get(organizationId);
    const heardAtMs = this.#clock();
    if (current !== undefined && current.name !== name && heardAtMs - current.heardAtMs < silenceMs)
      throw new AppError('rate_limited');
    this.#current.set(organizationId, { name, heardAtMs });
    if (current?.name !== name) await this.#removeOthers(prefix, name);
    return { ...(await this.#files.add({ ...part, name })), name };
  }

  /** It was taken, or is none: its parts go, and the next one may come. */
  async remove(organizationId: string, name: string): Promise<void> {
    if (this.#current.get(organizationId)?.name === name) this.#current.delete(organizationId);
    await this.#files.remove(name);
  }

  async #removeOthers(prefix: string, name: string): Promise<void> {
    for (const found of await readdir(this.#folder)) {
      if (!found.startsWith(prefix) || !found.endsWith('.parts') || found === `${name}.parts`) continue;
      this.#files.forget(found.slice(0, -'.parts'.length));
      await rm(join(this.#folder, found), { force: true });
    }
  }
}
