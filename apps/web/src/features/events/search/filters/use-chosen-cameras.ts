import type { Camera } from '@sightline/contracts/cameras/camera';
import { useQueries } from '@tanstack/react-query';
import { cameraNamed } from '../../place-queries.ts';

/** The cameras of these ids that the person may see, as far as they were read. */
export const useChosenCameras = (ids: readonly string[]): Camera[] =>
  useQueries({
    queries: ids.map(cameraNamed),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [data] : [])),
  });
