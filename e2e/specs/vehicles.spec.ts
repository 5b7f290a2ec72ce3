import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { simulatedEvent } from '@sightline/simulators/edge/simulated-event';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directoryDesk, directoryViews, look, rowOf } from '../fixtures/directory-desk.ts';

const here = directoryDesk();

const known = async () => (await here.desk.server.api.call(vehiclesCalls.list, { query: { limit: 200 } })).items;
const pick = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('option', { name, exact: true }).click();
};

describe('somebody who keeps the vehicles', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await here.open());
  });
  afterAll(() => page.context().close());

  test('DB-VEH-004 DB-VEH-022 DB-VEH-023 DB-VEH-026 is offered the first step while there is none', async () => {
    await page.goto('/database/vehicles');
    await page.getByRole('heading', { name: 'No vehicles yet' }).waitFor();
    expect(await page.getByRole('button', { name: 'Add vehicle' }).count()).toBe(1);
    await page.goto('/database/vehicles?addVehicles=true');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect((await dialog.boundingBox())?.width).toBe(540);
  });

  test('DB-VEH-027 DB-VEH-028 DB-VEH-029 DB-VEH-030 DB-VEH-032 DB-VEH-036 DB-VEH-053 adds one', async () => {
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Add', exact: true });
    expect(await submit.isDisabled()).toBe(true);
    const plate = dialog.getByRole('textbox', { name: 'Licence plate' });
    await plate.fill('ab-12');
    expect(await plate.inputValue()).toBe('AB-12');
    await dialog.getByRole('textbox', { name: 'Owner' }).fill('Noa Lavi');
    const make = dialog.getByRole('combobox', { name: 'Make' });
    await make.fill('toyotta');
    await page.getByText('No such make').waitFor();
    await make.fill('toy');
    await pick(page, 'Toyota');
    for (const color of ['Red', 'Silver']) {
      await dialog.getByRole('combobox', { name: 'Colour' }).click();
      await pick(page, color);
    }
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/vehicles'));
    await submit.click();
    expect((await sent).postDataJSON()).toMatchObject({
      plate: 'ab-12',
      owner: 'Noa Lavi',
      make: 'Toyota',
      color: 'silver',
    });
    await page.getByText('Vehicle added').waitFor();
    await rowOf(page, /AB-12/).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('DB-VEH-052 is told that a plate is taken, by the dialog and a toast', async () => {
    await page.getByRole('button', { name: 'Add vehicle' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Licence plate' }).fill('АВ 12');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('A vehicle with this plate already exists', { exact: false }).waitFor();
    await dialog.getByRole('textbox', { name: 'Licence plate' }).fill('x 1');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await rowOf(page, /X 1/).waitFor();
    expect((await known()).map(({ plate }) => plate)).toEqual(['ab-12', 'x 1']);
  });

  test('DB-VEH-005 DB-VEH-006 DB-VEH-007 DB-VEH-008 DB-VEH-009 DB-VEH-010 DB-VEH-011 DB-VEH-012 DB-VEH-025 lists each with all columns, 72 px high', async () => {
    const head = await page.getByRole('columnheader').allInnerTexts();
    expect(head.slice(1, 7)).toEqual(['Licence plate', 'Owner', 'Make', 'Colour', 'Last seen', 'Site']);
    await page.getByRole('checkbox', { name: 'Select all' }).waitFor();
    const row = rowOf(page, /AB-12/);
    for (const text of ['Noa Lavi', 'Toyota', 'Silver', 'Never']) await row.getByText(text, { exact: true }).waitFor();
    expect((await row.boundingBox())?.height).toBe(72);
    await look(page, 'vehicles-list');
  });

  test('DB-VEH-013 DB-VEH-014 DB-VEH-015 DB-VEH-050 DB-VEH-053 edits one row at a time, saves and leaves it', async () => {
    await page.getByRole('button', { name: 'Edit the vehicle AB-12' }).click();
    await page.getByRole('textbox', { name: 'Licence plate' }).waitFor();
    await look(page, 'vehicles-edit');
    await page.getByRole('button', { name: 'Edit the vehicle X 1' }).click();
    expect(await page.getByRole('textbox', { name: 'Licence plate' }).count()).toBe(1);
    expect(await page.getByRole('textbox', { name: 'Licence plate' }).inputValue()).toBe('X 1');
    await page.getByRole('textbox', { name: 'Owner', exact: true }).fill('nobody');
    await page.getByRole('textbox', { name: 'Owner', exact: true }).press('Escape');
    expect((await known()).find(({ plate }) => plate === 'x 1')?.owner).toBeNull();
    await page.getByRole('button', { name: 'Edit the vehicle X 1' }).click();
    await page.getByRole('textbox', { name: 'Licence plate' }).fill('ab12');
    await page.getByRole('textbox', { name: 'Licence plate' }).press('Enter');
    await page.getByText("Couldn't update the vehicle").waitFor();
    await page.getByRole('textbox', { name: 'Licence plate' }).fill('cd-34');
    await page.getByRole('textbox', { name: 'Owner', exact: true }).fill('Tamar fleet');
    await page.getByRole('combobox', { name: 'Make' }).fill('daf');
    await pick(page, 'DAF');
    await page.getByRole('combobox', { name: 'Colour' }).click();
    await pick(page, 'Blue');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Vehicle updated').waitFor();
    expect(await known()).toMatchObject([
      { plate: 'ab-12' },
      { plate: 'cd-34', owner: 'Tamar fleet', make: 'DAF', color: 'blue', revision: 2 },
    ]);
  });

  test('DB-VEH-002 DB-VEH-022 finds by plate, owner and make, and narrows by filters that the address keeps', async () => {
    const search = page.getByRole('textbox', { name: 'Plate, owner or make' });
    await search.fill('d3');
    await expect.poll(() => rowOf(page, /AB-12/).count()).toBe(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('d3');
    await page.reload();
    await rowOf(page, /CD-34/).waitFor();
    await search.fill('zzz');
    await page.getByRole('heading', { name: 'No vehicles match' }).waitFor();
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await page.getByRole('button', { name: 'Colour: All' }).click();
    await page.getByRole('menuitemradio', { name: 'Silver' }).click();
    await expect.poll(() => rowOf(page, /CD-34/).count()).toBe(0);
    await rowOf(page, /AB-12/).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Colour' }).click();
    await rowOf(page, /CD-34/).waitFor();
  });

  test('DB-SHELL-020 DB-SHELL-026 DB-SHELL-035 DB-SHELL-036 DB-SHELL-039 DB-GRP-002 DB-GRP-008 makes a group and sees what it holds', async () => {
    await page.goto('/database/groups');
    await page.waitForURL(/\/database\/groups\/people$/);
    await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
    await page.goto('/database/groups/Vehicles?createVehicles=true');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect((await dialog.boundingBox())?.width).toBe(572);
    expect(await dialog.getByRole('button', { name: 'Create group' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fleet');
    await dialog.getByRole('combobox', { name: 'Members' }).fill('ab1');
    await pick(page, 'AB-12');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('link', { name: 'Fleet' }).click();
    await page.getByRole('row', { name: 'AB-12' }).waitFor();
    await page.getByRole('button', { name: 'Edit the group Fleet' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Vans');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Vans', level: 1 }).waitFor();
    await look(page, 'vehicle-group');
  });

  test('DB-VEH-003 DB-VEH-024 DB-VEH-037 DB-VEH-038 DB-VEH-039 DB-VEH-042 DB-VEH-043 DB-VEH-044 DB-VEH-045 adds vehicles from two files and is told what was left out', async () => {
    await page.goto('/database/vehicles?addVehiclesFromCsv=true');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect((await dialog.boundingBox())?.width).toBe(500);
    expect((await dialog.getByRole('list', { name: 'Chosen files' }).boundingBox())?.height).toBe(300);
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download a template' }).click(),
    ]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/vehicle-imports/'))
        asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
    });
    await page.locator('input[type=file]').setInputFiles([
      {
        name: 'fleet.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('plate;owner\ncd 34;known\ngate 1;Galil\n;nobody\n'),
      },
      { name: 'template.csv', mimeType: 'text/csv', buffer: await readFile(await template.path()) },
    ]);
    await dialog.getByText('fleet.csv').waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('Inserted 3 vehicles').waitFor();
    await dialog.getByText('1 line skipped', { exact: false }).waitFor();
    await dialog.getByText('Line 4: no plate', { exact: false }).waitFor();
    await look(page, 'vehicles-report');
    const presigns = asked.filter((one) => one.includes('/presign'));
    expect(presigns).toHaveLength(2);
    expect(presigns[0]).toMatch(/"asset":"\d{13}-fleet\.csv","orgId":"/);
    const order = asked.flatMap((one) => /POST .*(presign)|PUT .*(files)|POST .*(evaluate)/.exec(one)?.slice(1) ?? []);
    expect(order.filter((step) => step !== undefined).slice(0, 3)).toEqual(['presign', 'files', 'evaluate']);
    await dialog.getByRole('button', { name: 'Upload more files' }).click();
    await dialog.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.keyboard.press('Escape');
    for (const plate of ['gate 1', 'ab-12-cd', '71-284-09'])
      await here.desk.server.api.call(vehiclesCalls.remove, { params: { plate } });
  });

  test('DB-VEH-041 is told that the server named no file for what is to be sent', async () => {
    await page.goto('/database/vehicles?addVehiclesFromCsv=true');
    const dialog = page.getByRole('dialog');
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from('plate\nx\n') }]);
    const sent: string[] = [];
    await page.route('**/vehicle-imports/files/**', (route) => {
      sent.push(route.request().url());
      return route.abort();
    });
    await page.route('**/vehicle-imports/presign', (route) =>
      route.fulfill({ json: { url: '/api/v1/vehicle-imports/files/nowhere' } }),
    );
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('Could not get filename', { exact: true }).waitFor();
    expect(sent).toEqual([]);
    await page.unroute('**/vehicle-imports/presign');
    await page.unroute('**/vehicle-imports/files/**');
    await page.keyboard.press('Escape');
  });

  test('DB-VEH-040 is told that a file could not be sent, and begins again', async () => {
    await page.goto('/database/vehicles?addVehiclesFromCsv=true');
    const dialog = page.getByRole('dialog');
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from('plate\nx\n') }]);
    await page.route('**/vehicle-imports/files/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Failed to upload csv').waitFor();
    await dialog.getByText('Unknown error, try again').waitFor();
    await dialog.getByRole('button', { name: 'Choose files' }).waitFor();
    expect((await known()).map(({ plate }) => plate)).not.toContain('x');
    await page.unroute('**/vehicle-imports/files/**');
  });

  test('DB-VEH-016 DB-VEH-017 chooses several, puts them into a group and deletes each by its plate', async () => {
    await page.goto('/database/vehicles');
    await rowOf(page, /CD-34/).waitFor();
    expect(await page.getByRole('button', { name: 'Delete selected' }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Select the vehicle CD-34' }).first().check();
    await page.getByRole('button', { name: 'Add to group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await pick(page, 'Vans');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added 1 item to the group Vans').waitFor();
    const { items } = await here.desk.server.api.call(orgGroupsCalls.list, { query: { type: 'Vehicles' } });
    expect(items).toMatchObject([{ name: 'Vans', memberCount: 2 }]);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByText('2 selected').waitFor();
    await look(page, 'vehicles-chosen');
    const removals: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') removals.push(new URL(request.url()).pathname);
    });
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete vehicles' }).click();
    await page.getByText('Vehicles deleted').waitFor();
    expect(removals.toSorted()).toEqual(['/api/v1/vehicles/ab-12', '/api/v1/vehicles/cd-34']);
    await page.getByRole('heading', { name: 'No vehicles yet' }).waitFor();
  });

  test('DB-VEH-025 keeps few rows in the page, however many there are', async () => {
    for (let at = 0; at < 250; at++)
      await here.desk.server.api.call(vehiclesCalls.create, {
        body: { plate: `bulk ${at}`, make: 'Volvo', color: 'white' },
      });
    await page.reload();
    await page.getByText('250 vehicles').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    await page.evaluate(`document.querySelector('[role=table]').parentElement.scrollTop = 1e6`);
    await expect.poll(() => page.getByRole('row').last().getAttribute('aria-rowindex')).not.toBe('30');
  });

  test('DB-VEH-001 DB-VEH-002 DB-VEH-018 DB-VEH-019 DB-VEH-020 DB-VEH-021 DB-VEH-048 saves a plate that cameras read', async () => {
    await page.goto('/database/vehicles?search=bulk');
    await page.getByRole('tab', { name: /Unsaved/ }).click();
    await page.getByRole('heading', { name: 'No unsaved vehicles' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tab: 'unsaved' });
    const seen = (text: string) => ({
      kind: 'event' as const,
      event: simulatedEvent(here.desk.cameras.gate, { class: 'vehicle', plate: { text, score: 0.9, reads: 5 } }),
    });
    await here.desk.core.report([seen('V913KT'), seen('V9I3KT'), seen('AB77XY')]);
    const row = rowOf(page, /V913KT|V9I3KT/);
    await row.getByText('2 times').waitFor();
    await row.getByText('North yard').waitFor();
    const search = page.getByRole('textbox', { name: 'Search by plate' });
    await search.fill('77x');
    await expect.poll(() => row.count()).toBe(0);
    await page.reload();
    await rowOf(page, /AB77XY/).waitFor();
    await look(page, 'vehicles-unsaved');
    await page.getByRole('button', { name: 'Add the vehicle AB77XY' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('textbox', { name: 'Licence plate' }).inputValue()).toBe('AB77XY');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/vehicles'));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const body = (await sent).postDataJSON() as { lastSeen: number; edgeId: string };
    expect([typeof body.lastSeen, body.edgeId.length]).toEqual(['number', 36]);
    await page.getByText('Vehicle added').last().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'No plates match' }).waitFor();
  });

  test('nothing goes wrong in the browser meanwhile', () => {
    // Plates that were taken, and a file that was not, on purpose.
    expect(complaints.filter((one) => !/409|500/.test(one))).toEqual([]);
  });
});

describe.each(directoryViews)('in $language, $theme, $width px', (view) => {
  test('DB-SHELL-041 the pages of vehicles have no fault', async () => {
    const suffix = `${view.language}-${view.theme}-${String(view.width)}`;
    const { api } = here.desk.server;
    const { id } = await api.call(vehiclesCalls.create, {
      body: { plate: `71-${view.language}${view.theme}`, owner: 'נועה לביא', make: 'Škoda', color: 'silver' },
    });
    const group = await api.call(orgGroupsCalls.create, {
      body: { name: `צי ${suffix}`, type: 'Vehicles', memberIds: [id] },
    });
    const faults = await here.faultsOf(view, [
      ['veh-list', 'vehicles?search=71'],
      ['veh-unsaved', 'vehicles?tab=unsaved'],
      ['veh-dialog', 'vehicles?addVehicles=true'],
      ['veh-files', 'vehicles?addVehiclesFromCsv=true'],
      ['veh-groups', 'groups/vehicles'],
      ['veh-group', `groups/vehicles/${group.id}`],
    ]);
    expect(faults).toEqual([]);
  });
});
