import { scheduleInput, type Schedule } from '@sightline/contracts/schedules/schedule';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { insertSchedule } from './schedules.repository.ts';

/** Monday, 2026-06-01, 09:00 in Berlin. */
const nowUtcMs = Date.UTC(2026, 5, 1, 7);
const span = (day: number, fromMinute: number, toMinute: number) => ({ day, fromMinute, toMinute });
const office = { name: 'Office', timeZone: 'Europe/Berlin', hours: [span(1, 480, 1020)] };

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
});

type Input = z.input<typeof scheduleInput>;
const create = (change: Partial<Input> = {}, by = owner) =>
  by.call(schedulesCalls.create, { body: { ...office, ...change } });
const update = (id: string, change: Partial<Input> & { revision: number }, by = owner) =>
  by.call(schedulesCalls.update, { params: { id }, body: { ...office, ...change } });
const remove = (id: string, by = owner) => by.call(schedulesCalls.remove, { params: { id } });
const get = (id: string, by = owner) => by.call(schedulesCalls.get, { params: { id } });
const list = async (query: { limit?: number; cursor?: string; query?: string } = {}) =>
  (await owner.call(schedulesCalls.list, { query })).body;
const namesOf = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

describe('a schedule', () => {
  it('is refused without the right to it, also to whoever may choose one', async () => {
    const { id } = (await create()).body;
    const member = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['AlertEdit', 'OrganizationDatabase'],
    });
    const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'EventTags' } } };
    expect(await member.call(schedulesCalls.list, { query: {} })).toMatchObject(forbidden);
    expect(await get(id, member)).toMatchObject(forbidden);
    expect(await create({}, member)).toMatchObject(forbidden);
    expect(await update(id, { revision: 1 }, member)).toMatchObject(forbidden);
    expect(await remove(id, member)).toMatchObject(forbidden);
    const { body } = await member.call(schedulesCalls.names, {});
    expect(body).toEqual({ items: [{ id, name: 'Office', timeZone: 'Europe/Berlin' }] });
  });

  it('of another organization is not there', async () => {
    const { id } = (await create()).body;
    const stranger = await server.person();
    for (const answer of [
      await get(id, stranger),
      await update(id, { revision: 1 }, stranger),
      await remove(id, stranger),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await stranger.call(schedulesCalls.names, {})).body.items).toEqual([]);
    expect((await create({}, stranger)).status).toBe(201);
    expect((await get(newId())).status).toBe(404);
  });

  it.each([
    ['an unknown zone', { timeZone: 'Mars/Olympus' }, { code: 'time_zone_unknown', data: { fields: ['timeZone'] } }],
    ['an offset in place of a zone', { timeZone: '+02:00' }, { code: 'time_zone_unknown' }],
    [
      'spans that overlap',
      { hours: [span(1, 0, 61), span(1, 60, 90)] },
      { code: 'schedule_overlaps', data: { fields: ['hours'] } },
    ],
    [
      'spans of a date that overlap',
      {
        exceptions: [
          {
            date: '2026-12-24',
            hours: [
              { fromMinute: 0, toMinute: 9 },
              { fromMinute: 8, toMinute: 9 },
            ],
          },
        ],
      },
      { code: 'schedule_overlaps', data: { fields: ['exceptions'] } },
    ],
    [
      'a date that stands there twice',
      {
        exceptions: [
          { date: '2026-12-24', hours: [] },
          { date: '2026-12-24', hours: [] },
        ],
      },
      { code: 'schedule_overlaps', data: { fields: ['exceptions'] } },
    ],
    ['a date that no calendar has', { exceptions: [{ date: '2026-02-30', hours: [] }] }, { code: 'validation_failed' }],
    ['a span that ends before it begins', { hours: [span(1, 600, 480)] }, { code: 'validation_failed' }],
    ['a name that nobody sees', { name: '\u200b' }, { code: 'validation_failed' }],
  ])('is not made or changed with %s', async (_what, change, refusal) => {
    expect((await create({ ...change })).body).toMatchObject(refusal);
    const { id } = (await create()).body;
    expect((await update(id, { ...change, revision: 1 })).body).toMatchObject(refusal);
    expect((await get(id)).body).toMatchObject({ ...office, revision: 1 });
  });

  it('has a name of its own, whatever its case', async () => {
    await create({ name: 'Night' });
    expect(await create({ name: 'NIGHT' })).toMatchObject({
      status: 409,
      body: { code: 'name_taken', data: { fields: ['name'] } },
    });
    const { id } = (await create()).body;
    expect((await update(id, { name: 'night', revision: 1 })).body).toMatchObject({ code: 'name_taken' });
    expect((await update(id, { name: 'OFFICE', revision: 1 })).body).toMatchObject({ name: 'OFFICE', revision: 2 });
  });

  it('is not changed by whoever read an older one', async () => {
    const { id } = (await create()).body;
    await update(id, { name: 'Day', revision: 1 });
    expect((await update(id, { name: 'Late', revision: 1 })).body).toMatchObject({
      code: 'conflict',
      data: { revision: 2 },
    });
    expect((await get(id)).body.name).toBe('Day');
  });

  it('is one of at most 500', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      for (let made = 0; made < 499; made += 1)
        await insertSchedule(trx, organizationId, scheduleInput.parse({ ...office, name: `Number ${String(made)}` }));
    });
    const made = await Promise.all([create({ name: 'Last' }), create({ name: 'One more' })]);
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many', data: { limit: 500 } });
  });

  it('says whether it is open, and when that changes', async () => {
    const { body } = await create({
      hours: [span(2, 480, 1020), span(1, 480, 1020)],
      exceptions: [
        { date: '2026-12-25', hours: [] },
        {
          date: '2026-06-02',
          hours: [
            { fromMinute: 720, toMinute: 780 },
            { fromMinute: 600, toMinute: 660 },
          ],
        },
      ],
    });
    const expected: Partial<Schedule> = {
      // In the order of the week and of the calendar.
      hours: [span(1, 480, 1020), span(2, 480, 1020)],
      exceptions: [
        {
          date: '2026-06-02',
          hours: [
            { fromMinute: 600, toMinute: 660 },
            { fromMinute: 720, toMinute: 780 },
          ],
        },
        { date: '2026-12-25', hours: [] },
      ],
      usedBy: 0,
      revision: 1,
      isOpen: true,
      changesAtUtcMs: Date.UTC(2026, 5, 1, 15),
    };
    expect(body).toMatchObject(expected);
    expect((await get(body.id)).body).toEqual(body);
    expect((await create({ name: 'Never', hours: [] })).body).toMatchObject({ isOpen: false, changesAtUtcMs: null });
  });

  it('is told to open screens of the organization, and is gone once deleted', async () => {
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await listenWith(server.url, (await server.person()).session.accessToken);
    const { id } = (await create()).body;
    await update(id, { name: 'Day', revision: 1 });
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    await vi.waitFor(() => expect(mine.kinds().filter((kind) => kind === 'schedules.changed')).toHaveLength(3));
    expect(others.kinds()).not.toContain('schedules.changed');
    expect(await list()).toMatchObject({ items: [], total: { value: 0 } });
  });
});

it('lists schedules by their names, page by page, and by what is in them', async () => {
  for (const name of ['Night 10', 'night 9', 'Day', 'Weekend']) await create({ name });
  const first = await list({ limit: 3 });
  expect(namesOf(first.items)).toEqual(['Day', 'night 9', 'Night 10']);
  expect(first.total).toEqual({ value: 4, relation: 'exact' });
  expect(namesOf((await list({ limit: 3, cursor: first.nextCursor ?? '' })).items)).toEqual(['Weekend']);
  expect(namesOf((await list({ query: 'NIGHT' })).items)).toEqual(['night 9', 'Night 10']);
  expect((await owner.call(schedulesCalls.list, { query: { cursor: 'mine' } })).body).toMatchObject({
    code: 'validation_failed',
  });
});
