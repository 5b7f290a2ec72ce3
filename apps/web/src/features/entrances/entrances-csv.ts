import type { Entrance } from '@sightline/contracts/entrances/entrance';
import { csvTime, type ListCsv } from '../../ui/chosen/list-csv.ts';

/** Entrances as files hold them; of one that is not counted nobody says how many are inside. */
export const entrancesCsv: ListCsv<Entrance> = {
  fileName: 'entrances.csv',
  head: ['name', 'site', 'camera', 'inside', 'in', 'out', 'since', 'state', 'created'],
  cellsOf: ({ name, locationName, cameraName, state, createdAtUtcMs, occupancy }) => [
    name,
    locationName,
    cameraName,
    ...(state === 'counting'
      ? [String(occupancy.inside), String(occupancy.in), String(occupancy.out), csvTime(occupancy.sinceUtcMs)]
      : ['', '', '', '']),
    state,
    csvTime(createdAtUtcMs),
  ],
};
