import { localTrust, type LocalTrust } from '@sightline/contracts/local-grants/local-grant';
import { z } from 'zod';
import type { MetaStore } from '../../platform/store/meta-store.ts';

const metaKey = 'localTrust';
const keptTrust = z.object({ edgeId: z.string(), trust: localTrust, clockOffsetMs: z.number().nullable() });

/** What the server said last of local grants; survives a restart without the server. */
export class LocalTrustStore {
  readonly #meta: MetaStore;
  #kept: z.infer<typeof keptTrust> | null;

  constructor(meta: MetaStore) {
    this.#meta = meta;
    this.#kept = read(meta.get(metaKey));
  }

  /** Null: nothing was said to this core yet. */
  of(edgeId: string): LocalTrust | null {
    return this.#kept?.edgeId === edgeId ? this.#kept.trust : null;
  }

  /** Core clock minus server clock as it was when the server said it, ms. */
  get clockOffsetMs(): number | null {
    return this.#kept?.clockOffsetMs ?? null;
  }

  keep(edgeId: string, trust: LocalTrust, clockOffsetMs: number | null): void {
    const kept = { edgeId, trust, clockOffsetMs };
    this.#meta.set(metaKey, JSON.stringify(kept));
    this.#kept = kept;
  }

  /** Believes nobody any more. */
  forget(): void {
    this.#meta.remove(metaKey);
    this.#kept = null;
  }
}

function read(text: string | null): z.infer<typeof keptTrust> | null {
  if (text === null) return null;
  try {
    return keptTrust.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Damaged: believing nobody is safe, and the server says it again.
    return null;
  }
}
