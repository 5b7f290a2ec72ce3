import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { plate, vehicle, vehicleChangeInput, vehicleFilter, vehicleInput, vehicleSort } from './vehicle.ts';

const plateParams = z.object({ plate });

export const vehiclesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/vehicles',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary: 'Lists the vehicles of the organization.',
    query: pageQuery.extend({ ...vehicleFilter.shape, sort: vehicleSort.default('plate') }),
    output: listOf(vehicle),
  }),
  exportCsv: defineCall({
    method: 'GET',
    path: '/api/v1/vehicles/export',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary:
      'Streams vehicles as a file that can be imported again (UTF-8 with BOM, formulas disarmed). Headings, makes and colours are in English in every language, as in the template.',
    query: vehicleFilter,
    output: z.object({}),
    streams: 'text/csv; charset=utf-8',
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/vehicles',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary: 'Adds a vehicle. An organization has each plate once, and at most 1,000,000.',
    body: vehicleInput,
    output: vehicle,
    status: 201,
    errors: ['plate_taken', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/vehicles/{plate}',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary: 'Changes the vehicle of this plate; the plate in the body is the one that it has from now on.',
    params: plateParams,
    body: vehicleChangeInput,
    output: vehicle,
    errors: ['plate_taken', 'conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/vehicles/{plate}',
    permission: 'OrganizationDatabaseVehiclesDirectory',
    summary:
      'Deletes the vehicle of this plate, unless an alert rule would go by nothing without it. Footage and events of it stay.',
    params: plateParams,
    output: z.object({}),
    errors: ['vehicle_in_use'],
  }),
};
