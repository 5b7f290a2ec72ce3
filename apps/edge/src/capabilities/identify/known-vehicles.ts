import { createHash } from 'node:crypto';
import type { EventReport } from '@sightline/contracts/events/event';
import { vehicleAmong } from '@sightline/domain/vehicles/known-plate';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import type { DesiredStore } from '../../platform/store/desired-store.ts';

/** So many answers are remembered: an event is told again and again, and a part of the list is long. */
const remembered = 200;

/** Which part of the list a plate stands in, by its text as read. The server says parts by the same hash (its migration `vehicle-parts`). */
export const partOfPlate = (text: string): number =>
  createHash('md5')
    .update(confusedKey(plateKey(text)))
    .digest()[0]!;

/** Knows vehicles by their plates. The list stays sealed on the disk: for each plate that is read one part of it is opened. */
export class KnownVehicles {
  readonly #desired: DesiredStore;
  readonly #parts = new Map<number, string>();
  readonly #answers = new Map<string, EventReport['vehicle']>();

  constructor(desired: DesiredStore) {
    this.#desired = desired;
    this.configure();
  }

  /** What is wanted may have changed. */
  configure(): void {
    this.#answers.clear();
    this.#parts.clear();
    for (const { id } of this.#desired.revisions('vehicleList')) this.#parts.set(Number.parseInt(id.slice(-2), 16), id);
  }

  /** The event with the vehicle that it is of; null where nobody knows the plate. */
  name(report: EventReport): EventReport {
    const vehicle = report.plate === null ? null : this.#vehicleOf(report.plate);
    return vehicle === null ? report : { ...report, vehicle };
  }

  #vehicleOf({ text, score }: NonNullable<EventReport['plate']>): EventReport['vehicle'] {
    const asked = `${text} ${String(score)}`;
    const known = this.#answers.get(asked);
    if (known !== undefined) return known;
    const part = this.#parts.get(partOfPlate(text));
    const list = part === undefined ? undefined : this.#desired.find('vehicleList', part);
    const vehicle = list === undefined ? null : vehicleAmong({ text, score }, list.vehicles);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= remembered && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(asked, vehicle);
    return vehicle;
  }
}
