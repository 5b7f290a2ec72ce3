import { localGrantMs } from '@sightline/contracts/local-grants/local-grant';

/**
 * Organizations in which sessions have grants, as far as this process gave them or met them at a core: the end of a session names none.
 * Times are UTC milliseconds.
 */
export class Grantees {
  /** When it was last known, by session and organization. */
  readonly #known = new Map<string, Map<string, number>>();

  get size(): number {
    return this.#known.size;
  }

  know({ sessionId, organizationId }: { sessionId: string; organizationId: string }, nowMs: number): void {
    const organizations = this.#known.get(sessionId) ?? new Map<string, number>();
    this.#known.set(sessionId, organizations.set(organizationId, nowMs));
  }

  /** Where a session that ends has grants; nothing is known of it any more. */
  take(sessionId: string): string[] {
    const organizations = [...(this.#known.get(sessionId)?.keys() ?? [])];
    this.#known.delete(sessionId);
    return organizations;
  }

  /** No grant lives for longer: most sessions end by running out, of which nobody tells. */
  forget(nowMs: number): void {
    for (const [sessionId, organizations] of this.#known) {
      for (const [organizationId, knownMs] of organizations)
        if (nowMs - knownMs > localGrantMs) organizations.delete(organizationId);
      if (organizations.size === 0) this.#known.delete(sessionId);
    }
  }
}
