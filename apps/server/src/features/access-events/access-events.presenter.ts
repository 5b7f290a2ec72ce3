import type { AccessEvent } from '@sightline/contracts/access-events/access-event';
import type { AccessEventRow } from './access-events.repository.ts';

export const presentAccessEvent = (row: AccessEventRow): AccessEvent => {
  const { id, externalId, source, doorId, doorName, cameraId, cameraName, locationId, timeZone } = row;
  const { kind, direction, person, credential, at, receivedAt, judgement } = row;
  return {
    id,
    externalId,
    source,
    doorId,
    doorName,
    cameraId,
    cameraName,
    locationId,
    timeZone,
    kind,
    direction,
    person,
    credential,
    atUtcMs: at.getTime(),
    receivedAtUtcMs: receivedAt.getTime(),
    judgement,
  };
};
