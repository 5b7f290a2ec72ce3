import type { Work } from '../../platform/database/database.ts';
import { findLocation } from './locations.repository.ts';

/** A place that other things lie at: its path (root first, itself last) decides who may do what there. */
export interface Place {
  id: string;
  timeZone: string;
  entityPath: string[];
}

/** Finds a location by id; undefined when it does not exist in this organization. */
export const findPlace = (trx: Work, organizationId: string, locationId: string): Promise<Place | undefined> => findLocation(trx, organizationId, locationId);
