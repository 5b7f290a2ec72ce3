import { EditEntrance } from '../../../features/entrances/edit-entrance.tsx';
import { livePictureOf } from '../drawn-live-picture.tsx';

/** A new entrance. */
export function CreateEntrancePage() {
  return <EditEntrance entrance={null} livePicture={livePictureOf} />;
}
