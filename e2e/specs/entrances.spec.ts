import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import type { Entrance } from '@sightline/contracts/entrances/entrance';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { directoryDesk, look, rowOf } from '../fixtures/directory-desk.ts';
import type { View } from '../fixtures/browser.ts';

const views: View[] = [
  { language: 'he', theme: 'dark', width: 390 },
  { language: 'he', theme: 'light', width: 1440 },
];
const guard = { email: 'gil@example.org', password: 'one more horse battery', firstName: 'Gil', lastName: 'Guard' };

const here = directoryDesk();

const known = async (): Promise<Entrance[]> =>
  (await here.desk.server.api.call(entrancesCalls.list, { query: {} })).items;
const only = async (): Promise<Entrance> => (await known())[0]!;

/** The core saw so many go in and out in the minute before this one. */
const count = async (entrance: Entrance, ins: number, outs: number): Promise<void> => {
  const atUtcMs = Math.floor(Date.now() / 60_000) * 60_000 - 60_000;
  const seconds = (many: number): number[] => Array.from({ length: many }, (_, index) => index);
  const minutes = [{ atUtcMs, revision: 1, ins: seconds(ins), outs: seconds(outs), watchedS: 60 }];
  await here.desk.core.report([
    { kind: 'entranceMinutes', entranceId: entrance.id, cameraId: entrance.cameraId, minutes },
  ]);
};

test('DB-SHELL-012 DB-SHELL-015 whoever lacks Entrances is told so', async () => {
  await here.desk.member(guard, ['CameraView', 'OrganizationDatabase']);
  const { page, context } = await here.open(undefined, guard);
  for (const place of ['entrances', 'entrances/create']) {
    await page.goto(`/database/${place}`);
    await page.getByText('Manage entrances and variables').waitFor();
    expect(await page.getByRole('link', { name: 'Entrances' }).count()).toBe(0);
  }
  await context.close();
});

describe('somebody who keeps the entrances', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await here.open());
  });
  afterAll(() => page.context().close());

  test('DB-ENT-001 DB-SHELL-029 is offered the first step, and refused without a name and a camera', async () => {
    await page.goto('/database/entrances');
    await page.getByRole('heading', { name: 'No entrances yet' }).waitFor();
    await page.getByRole('link', { name: 'Create entrance' }).click();
    await page.getByText('Choose a camera to draw the line on its picture.').waitFor();
    await page.getByRole('button', { name: 'Create entrance' }).click();
    await page.getByText('Enter a name.').waitFor();
    await page.getByText('Choose a camera.', { exact: true }).waitFor();
    expect(await known()).toEqual([]);
  });

  test('DB-ENT-005 is refused with a line that lies on the edge of the picture, and takes that back', async () => {
    await page.getByRole('combobox', { name: 'Camera' }).click();
    await page.getByRole('option', { name: 'Gate' }).click();
    for (const point of [/Point 1 of 2/, /Point 2 of 2/]) {
      const box = await page.getByRole('button', { name: point }).boundingBox();
      const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      // Below the picture: the point stays at its edge.
      await page.mouse.move(x, y + 600, { steps: 4 });
      await page.mouse.up();
    }
    await page.getByRole('button', { name: 'Point 2 of 2, 80% across, 100% down' }).waitFor();
    await page.getByRole('button', { name: 'Create entrance' }).click();
    await page.getByText('This line lies on the edge of the picture', { exact: false }).waitFor();
    await look(page, 'entrance-line-refused');
    expect(await known()).toEqual([]);
    for (const _point of [1, 2]) await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Point 1 of 2, 20% across, 60% down' }).waitFor();
  });

  test('DB-ENT-004 DB-ENT-005 draws the line by keys and mouse, says which side is in, and creates it', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Main door');
    const first = page.getByRole('button', { name: 'Point 1 of 2, 20% across, 60% down' });
    await first.focus();
    await first.press('ArrowLeft');
    await page.getByRole('button', { name: 'Point 1 of 2, 19% across, 60% down' }).waitFor();
    const box = await page.getByRole('button', { name: /Point 2 of 2/ }).boundingBox();
    await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2);
    await page.mouse.down();
    await page.mouse.move(box!.x + box!.width / 2, box!.y + box!.height / 2 - 60, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Swap inside and outside' }).click();
    await look(page, 'entrance-create');
    await page.getByRole('button', { name: 'Create entrance' }).click();
    await page.getByText('Created the entrance Main door').waitFor();
    const made = await only();
    expect(made).toMatchObject({
      name: 'Main door',
      cameraId: here.desk.cameras.gate,
      inSide: 'left',
      resetAt: '00:00',
    });
    expect(made.line[0]).toEqual({ x: 0.19, y: 0.6 });
    expect(made.line[1]!.y).toBeLessThan(0.58);
    await vi.waitFor(async () => expect((await only()).state).toBe('counting'), { timeout: 20_000 });
  });

  test('says at once who went in and out, by hour and day, for people who see bars and who do not', async () => {
    await page.getByText('Watched 0 of', { exact: false }).first().waitFor();
    await count(await only(), 3, 1);
    await page.getByText('3 in and 1 out since', { exact: false }).waitFor();
    await page.getByText('3 in, 1 out.', { exact: false }).first().waitFor();
    await page.getByText('Numbers').first().click();
    await page.getByRole('table', { name: 'By hour, last 24 hours' }).waitFor();
    expect(await page.getByRole('table', { name: 'By hour, last 24 hours' }).getByRole('row').count()).toBe(25);
    await look(page, 'entrance-page');
  });

  test('corrects how many are inside with a reason, and is told what was set', async () => {
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Inside now' }).fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Counted at the door');
    await look(page, 'entrance-correct');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Counted at the door', { exact: false }).waitFor();
    expect((await only()).occupancy).toMatchObject({ inside: 12, correction: { inside: 12 } });
  });

  test('DB-ENT-002 lists it with camera, number, date with its zone and actions; finds, changes and deletes it', async () => {
    await page.goto('/database/entrances');
    const row = rowOf(page, /Main door/);
    for (const text of ['Gate', '12 inside']) await row.getByText(text, { exact: true }).waitFor();
    await row.getByText(/(IST|IDT|GMT\+[23])$/).waitFor();
    await look(page, 'entrances-list');
    await page.getByRole('textbox', { name: 'Search entrances' }).fill('nowhere');
    await page.getByText('No entrances match “nowhere”').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('button', { name: 'Edit the entrance Main door' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Front door');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved the entrance Front door').waitFor();
    expect(await only()).toMatchObject({ name: 'Front door', revision: 2, occupancy: { inside: 12 } });
    await page.goto('/database/entrances');
    await page.getByRole('button', { name: 'Delete the entrance Front door' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete entrance' }).click();
    await page.getByRole('heading', { name: 'No entrances yet' }).waitFor();
    expect(await known()).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe.each(views)('in $language, $theme, $width px', (view) => {
  test('DB-SHELL-041 the pages of entrances have no fault', async () => {
    const suffix = `${view.language}-${view.theme}-${String(view.width)}`;
    const body = {
      name: `כניסה ראשית ${suffix}`,
      cameraId: here.desk.cameras.gate,
      line: [
        { x: 0.2, y: 0.6 },
        { x: 0.8, y: 0.6 },
      ],
      inSide: 'left' as const,
    };
    const entrance = await here.desk.server.api.call(entrancesCalls.create, { body });
    await count(entrance, 7, 2);
    const faults = await here.faultsOf(view, [
      ['entrance-list', 'entrances', entrance.name],
      ['entrance-page', `entrances/${entrance.id}`, entrance.name],
      ['entrance-edit', `entrances/${entrance.id}/edit`, entrance.name],
    ]);
    expect(faults).toEqual([]);
  });
});
