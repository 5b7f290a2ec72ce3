import { startNameServer, type NameServerSimulator } from '@sightline/simulators/names/name-server-simulator';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTextRecords, type TextRecords } from './text-records.ts';

let names: NameServerSimulator;
let records: TextRecords;

beforeAll(async () => {
  names = await startNameServer();
  records = createTextRecords([names.address]);
});
beforeEach(() => names.setFault(null));
afterAll(() => names.stop());

it('finds every value of a name, long ones whole', async () => {
  names.setText('_mark.corp.example', ['first', 'x'.repeat(600)]);
  expect((await records.find('_mark.corp.example')).sort()).toEqual(['first', 'x'.repeat(600)]);
});

it('finds nothing at a name that is not there, nor at one without such a record', async () => {
  names.setText('empty.example', []);
  expect(await records.find('nowhere.example')).toEqual([]);
  expect(await records.find('empty.example')).toEqual([]);
});

it.each(['refused', 'failed', 'silent'] as const)(
  'does not take a name server that could not be asked for an absent record: %s',
  async (fault) => {
    names.setText('_mark.corp.example', ['first']);
    names.setFault(fault);
    await expect(records.find('_mark.corp.example')).rejects.toThrow();
  },
  30_000,
);
