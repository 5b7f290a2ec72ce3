import { MarkDoor } from '../../../features/doors/mark-door.tsx';
import { livePictureOf } from '../drawn-live-picture.tsx';

/** A door that somebody marks by hand. */
export function MarkDoorPage() {
  return <MarkDoor livePicture={livePictureOf} />;
}
