import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './realtime.repository.ts';

/** News of a move makes a place forgotten at once; this is for moves that nobody told. */
const keepMs = 30_000;
const keepAtMost = 20_000;

/** Where the things of one organization are. Asked for once, not for every event. */
export class RealtimePlaces {
  readonly #database: Database;
  readonly #organizationId: string;
  readonly #known = new Map<string, { path: readonly string[]; atMs: number }>();

  constructor(database: Database, organizationId: string) {
    this.#database = database;
    this.#organizationId = organizationId;
  }

  forget(): void {
    this.#known.clear();
  }

  /** Asks for what these events are about and is not known. Events that tell of a move make it unknown first. */
  async learn(events: readonly RealtimeEvent[]): Promise<void> {
    if (this.#known.size > keepAtMost) this.#known.clear();
    for (const event of events) this.#forgetMoved(event);
    const locationIds = this.#unknown(events.flatMap((event) => ('locationId' in event ? [event.locationId] : [])));
    const cameraIds = this.#unknown(events.flatMap((event) => ('cameraId' in event ? [event.cameraId] : [])));
    if (locationIds.length + cameraIds.length === 0) return;
    const atMs = performance.now();
    const found = await repository.pathsOf(this.#database, this.#organizationId, { locationIds, cameraIds });
    for (const [id, path] of found) this.#known.set(id, { path, atMs });
  }

  /** Ids of everything above what an event is about, and its own; undefined when its location is not known. */
  pathOf(event: RealtimeEvent): readonly string[] | undefined {
    if (!('locationId' in event)) return [];
    const above = this.#known.get(event.locationId)?.path;
    if (!above) return undefined;
    if ('cameraId' in event) return [...above, ...(this.#known.get(event.cameraId)?.path ?? []), event.cameraId];
    return 'edgeId' in event ? [...above, event.edgeId] : above;
  }

  #forgetMoved(event: RealtimeEvent): void {
    // Everything below a location moves with it.
    if (event.kind === 'locations.changed' || event.kind === 'locations.removed') this.#known.clear();
    if (event.kind === 'cameras.changed' || event.kind === 'cameras.removed') this.#known.delete(event.cameraId);
  }

  #unknown(ids: readonly string[]): string[] {
    const oldestMs = performance.now() - keepMs;
    return [...new Set(ids)].filter((id) => (this.#known.get(id)?.atMs ?? -Infinity) < oldestMs);
  }
}
