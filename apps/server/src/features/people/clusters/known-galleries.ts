import { FaceGallery } from '@sightline/domain/people/face-gallery';
import type { Work } from '../../../platform/database/database.ts';
import { facesByPerson, galleryMark } from '../gallery/gallery.repository.ts';

/** The people of the organization that was worked on last, as long as they stay the same: of many people reading takes longer than comparing. */
export class KnownGalleries {
  #held: { organizationId: string; mark: string; models: Map<string, FaceGallery> } | null = null;

  /** The faces of a model. */
  async open(trx: Work, organizationId: string, modelId: string): Promise<FaceGallery> {
    const mark = await galleryMark(trx, organizationId);
    if (this.#held?.organizationId !== organizationId || this.#held.mark !== mark)
      this.#held = { organizationId, mark, models: new Map() };
    const { models } = this.#held;
    const gallery = models.get(modelId) ?? new FaceGallery(await facesByPerson(trx, organizationId, modelId));
    models.set(modelId, gallery);
    return gallery;
  }

  /** Lets go of everything. */
  clear(): void {
    this.#held = null;
  }
}
