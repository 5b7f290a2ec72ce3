import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { EditEntrance } from '../../../features/entrances/edit-entrance.tsx';
import { entranceById } from '../../../features/entrances/entrance-queries.ts';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { livePictureOf } from '../drawn-live-picture.tsx';

/** One entrance, to be changed. */
export function EditEntrancePage() {
  const { entranceId } = useParams({ from: '/shell/organization/database-area/database/entrances/$entranceId/edit' });
  const entrance = useQuery(entranceById(entranceId));
  if (entrance.data !== undefined && entrance.error?.code !== 'not_found')
    return <EditEntrance key={entranceId} entrance={entrance.data} livePicture={livePictureOf} />;
  if (entrance.error !== null)
    return <EntityFailure failure={entrance.error} onRetry={() => void entrance.refetch()} />;
  return <LoadingRows />;
}
