import type { DesiredStore } from '../../platform/store/desired-store.ts';
import type { GalleryPart } from '../recognise/known-faces/known-faces-messages.ts';

/** Tells whoever compares faces what became otherwise in the gallery: only that is read and opened. */
export class GalleryUpdates {
  readonly #desired: DesiredStore;
  readonly #told = new Map<string, number>();
  readonly #put: (part: GalleryPart) => void;

  constructor(desired: DesiredStore, put: (part: GalleryPart) => void) {
    this.#desired = desired;
    this.#put = put;
  }

  /** What is wanted may have changed. */
  configure(): void {
    const wanted = new Map(this.#desired.revisions('faceGallery').map(({ id, revision }) => [id, revision]));
    for (const id of this.#told.keys())
      if (!wanted.has(id)) {
        this.#told.delete(id);
        this.#put({ id, people: null });
      }
    for (const [id, revision] of wanted) {
      if (this.#told.get(id) === revision) continue;
      this.#told.set(id, revision);
      this.#put({ id, people: this.#desired.find('faceGallery', id)?.people ?? null });
    }
  }

  /** All parts, one after the other, for whoever knows none. */
  *all(): Iterable<GalleryPart> {
    for (const { id } of this.#desired.revisions('faceGallery'))
      yield { id, people: this.#desired.find('faceGallery', id)?.people ?? null };
  }
}
