import type { LocalGrant } from '@sightline/contracts/local-grants/local-grant';

/** The newest grant for each core. */
export class GrantShelf {
  readonly #grants = new Map<string, LocalGrant>();

  /** A core that is not among them keeps its grant until it runs out: its link may be away just now, which is when the grant is needed. */
  put(grants: readonly LocalGrant[]): void {
    for (const grant of grants) this.#grants.set(grant.edgeId, grant);
  }

  /** The grant for a core that still holds, by the server's clock. */
  of(edgeId: string, nowUtcMs: number): LocalGrant | null {
    const grant = this.#grants.get(edgeId);
    return grant !== undefined && grant.expiresAt > nowUtcMs ? grant : null;
  }

  /** The core that shows the camera by a grant that still holds. */
  coreOf(cameraId: string, nowUtcMs: number): string | null {
    for (const { edgeId, cameras, expiresAt } of this.#grants.values())
      if (expiresAt > nowUtcMs && cameras.some(({ id }) => id === cameraId)) return edgeId;
    return null;
  }

  clear(): void {
    this.#grants.clear();
  }
}
