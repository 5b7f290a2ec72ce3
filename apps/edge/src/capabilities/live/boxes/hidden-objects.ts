import type { CameraPrivacy } from '../../privacy/camera-privacy.ts';
import type { ObjectInference } from '../../privacy/object-inferences.ts';
import type { LiveBoxes } from '../../recognise/live-boxes.ts';

/** Passes on where the objects are that a camera hides, when the core has looked at everything until then. */
export function notifyInference(
  boxes: Pick<LiveBoxes, 'atUtcMs' | 'present'>,
  privacy: CameraPrivacy,
  onInference: (look: ObjectInference) => void,
): void {
  const { present, atUtcMs } = boxes;
  // What is only a guess, or the silence after a worker that ended, does not say that nothing else is there.
  if (present === undefined || present === null) return;
  onInference({
    atMs: atUtcMs,
    boxes: present.filter((thing) => privacy.objects.includes(thing.class)).map((thing) => thing.box),
  });
}
