import { AppError } from '@sightline/contracts/shared/errors';
import type { EdgeCommandInput } from '@sightline/contracts/link/link-commands';

type Part = EdgeCommandInput<'faces.describe'>;

interface Coming {
  parts: string[];
  endsAtMs: number;
}

/** So many pictures come in at a time, each within this. */
const most = 4;
const comesWithinMs = 60_000;

/** Pictures that come in parts. Nothing of them is kept on the disk. */
export class PictureParts {
  readonly #coming = new Map<string, Coming>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The whole picture as base64 once its last part came, else null. Fails with `bad_request` where a part is missing. */
  take({ pictureId, part, parts, bytes }: Part): string | null {
    this.#forgetOld();
    const coming = this.#coming.get(pictureId) ?? { parts: [], endsAtMs: this.#nowMs() + comesWithinMs };
    if (coming.parts.length !== part || part >= parts) {
      this.#coming.delete(pictureId);
      throw new AppError('bad_request', { part });
    }
    coming.parts.push(bytes);
    if (part === parts - 1) {
      this.#coming.delete(pictureId);
      return coming.parts.join('');
    }
    this.#coming.set(pictureId, coming);
    return null;
  }

  #forgetOld(): void {
    const nowMs = this.#nowMs();
    for (const [id, { endsAtMs }] of this.#coming)
      if (endsAtMs <= nowMs || this.#coming.size > most) this.#coming.delete(id);
  }
}
