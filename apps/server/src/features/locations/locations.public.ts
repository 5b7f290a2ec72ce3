import type { Work } from '../../platform/database/database.ts';
import { findLocation, holdLocation } from './locations.repository.ts';

/** A place that other things lie at: its path (root first, itself last) decides who may do what there. */
export interface Place {
  id: string;
  timeZone: string;
  entityPath: string[];
}

/** Finds a location by id; undefined when it does not exist in this organization. */
export const findPlace = (trx: Work, organizationId: string, locationId: string): Promise<Place | undefined> =>
  findLocation(trx, organizationId, locationId);

/** As `findPlace`, for whoever puts something there: until the transaction ends the location is neither deleted nor moved. To be called before a core is held. */
export async function holdPlace(trx: Work, organizationId: string, locationId: string): Promise<Place | undefined> {
  await holdLocation(trx, { organizationId, locationId }, 'share');
  return findLocation(trx, organizationId, locationId);
}
