import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { ruleOptionAbilities } from '@sightline/contracts/alert-rules/later-options';
import { readCondition } from '@sightline/contracts/alert-rules/sent-condition';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let cameraId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  const { edgeId, locationId } = core.edge;
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (await owner.call(camerasCalls.create, { body: { name: 'Lobby', edgeId, locationId, streams } })).body.id;
});

type Input = Parameters<typeof owner.call<typeof alertRulesCalls.create>>[1]['body'];

const person = async (name: string, by = owner): Promise<string> =>
  (await by.call(peopleCalls.create, { body: { name } })).body.id;
const vehicle = async (plate: string, by = owner): Promise<string> =>
  (await by.call(vehiclesCalls.create, { body: { plate } })).body.id;
const group = async (type: 'People' | 'Vehicles', memberIds: string[], by = owner): Promise<string> =>
  (await by.call(orgGroupsCalls.create, { body: { name: `Group ${newId()}`, type, memberIds } })).body.id;
const bodyOf = (condition: object, name = 'Door'): Input => ({
  name,
  condition: condition as Input['condition'],
  severity: 'warning',
  cameraIds: [cameraId],
});
const create = (condition: object, by = owner) => by.call(alertRulesCalls.create, { body: bodyOf(condition) });
const update = ({ id, revision }: AlertRule, condition: object, by = owner) =>
  by.call(alertRulesCalls.update, { params: { id }, body: { ...bodyOf(condition, 'Renamed'), revision } });
const remove = (id: string) => owner.call(peopleCalls.remove, { params: { id } });
const absent = (field: string) => ({ status: 404, body: { code: 'not_found', data: { fields: [field] } } });
/** Holds alert rules, and nothing of the directories. */
const guard = () =>
  server.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['AlertEdit', 'AlertMonitoring', 'CameraView'],
  });

describe('whom a rule names', () => {
  it('is not there when it is another organization’s, of the wrong type, or deleted', async () => {
    const stranger = await server.person();
    const theirs = await person('Theirs', stranger);
    const theirGroup = await group('People', [theirs], stranger);
    const vans = await group('Vehicles', [await vehicle('aa 1')]);
    for (const id of [theirs, newId()]) {
      expect(await create({ kind: 'face', mode: 'onList', personIds: [id] })).toMatchObject(
        absent('condition.personIds'),
      );
      expect(await create({ kind: 'suspect', mode: 'notOnList', personIds: [id] })).toMatchObject(
        absent('condition.personIds'),
      );
    }
    for (const id of [theirGroup, vans, newId()])
      expect(await create({ kind: 'face', mode: 'onList', groupIds: [id] })).toMatchObject(
        absent('condition.groupIds'),
      );
    const people = await group('People', []);
    expect(await create({ kind: 'licensePlate', mode: 'onList', groupIds: [people] })).toMatchObject(
      absent('condition.groupIds'),
    );
  });

  it('is not there for whoever may not use the directory; what the rule named before stays', async () => {
    const [dana, noa] = [await person('Dana Katz'), await person('Noa Lavi')];
    const staff = await group('People', [noa]);
    const member = await guard();
    const onList = { kind: 'face', mode: 'onList', personIds: [dana], groupIds: [staff] };
    expect(await create(onList, member)).toMatchObject(absent('condition.personIds'));
    expect(await create({ ...onList, personIds: [] }, member)).toMatchObject(absent('condition.groupIds'));
    const { body: rule } = await create(onList);
    expect(await update(rule, { ...onList, personIds: [dana, noa] }, member)).toMatchObject(
      absent('condition.personIds'),
    );
    expect(await update(rule, { ...onList, sights: 3 }, member)).toMatchObject({
      status: 200,
      body: { name: 'Renamed', condition: { ...onList, sights: 3 } },
    });
  });

  it('is at most 1,000 people one by one, and 4 groups', async () => {
    const many = Array.from({ length: 1_001 }, () => newId());
    expect(await create({ kind: 'face', mode: 'onList', personIds: many })).toMatchObject({ status: 400 });
    expect(await create({ kind: 'face', mode: 'onList', groupIds: many.slice(0, 5) })).toMatchObject({ status: 400 });
  });

  it('is not forgotten while the rule names them, and the refusal says which rules these are', async () => {
    const dana = await person('Dana Katz');
    const staff = await group('People', [dana, await person('Noa Lavi')]);
    const { body: face } = await create({ kind: 'face', mode: 'onList', personIds: [dana] });
    const { body: suspect } = await create({ kind: 'suspect', mode: 'onList', personIds: [dana] });
    const { body: ofGroup } = await create({ kind: 'face', mode: 'notOnList', groupIds: [staff] });
    const refused = await remove(dana);
    expect(refused).toMatchObject({ status: 409, body: { code: 'person_in_use', data: { count: 2 } } });
    expect((refused.body as unknown as { data: { rules: unknown[] } }).data.rules).toEqual(
      [face, suspect].map(({ id, name }) => ({ id, name })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const goes = await owner.call(orgGroupsCalls.remove, { params: { id: staff } });
    const inUse = { code: 'group_in_use', data: { count: 1, rules: [{ id: ofGroup.id, name: ofGroup.name }] } };
    expect(goes).toMatchObject({ status: 409, body: inUse });
    for (const { id } of [face, suspect, ofGroup]) await owner.call(alertRulesCalls.remove, { params: { id } });
    expect((await remove(dana)).status).toBe(202);
    expect((await owner.call(orgGroupsCalls.remove, { params: { id: staff } })).status).toBe(200);
  });
});

describe('the last one of a group that a rule goes by', () => {
  const asked = async (id: string) => (await owner.call(peopleCalls.alertEvents, { params: { id } })).body;
  const none = { items: [], others: 0 };

  it.each(['onList', 'notOnList'] as const)('is not forgotten (%s), while one of several is', async (mode) => {
    const [dana, noa] = [await person('Dana Katz'), await person('Noa Lavi')];
    const staff = await group('People', [dana, noa]);
    const { body: rule } = await create({ kind: 'face', mode, groupIds: [staff] });
    const said = { items: [{ id: rule.id, name: rule.name }], others: 0 };
    expect(await asked(dana)).toEqual({ ...none, byGroup: said });
    expect((await remove(noa)).status).toBe(202);
    expect(await asked(dana)).toEqual({ ...said, byGroup: none });
    const kept = { status: 409, body: { code: 'person_in_use', data: { count: 1, rules: said.items } } };
    expect(await remove(dana)).toMatchObject(kept);
    // Whoever they turn out to be takes their place.
    const shira = await person('Shira Adler');
    const body = { fromPersonId: dana, personId: shira };
    expect((await owner.call(peopleCalls.merge, { body })).status).toBe(200);
    expect(await remove(shira)).toMatchObject(kept);
    await owner.call(alertRulesCalls.remove, { params: { id: rule.id } });
    expect((await remove(shira)).status).toBe(202);
  });

  it('is no more than one of several where the rule names others, has another group, or is about anybody', async () => {
    const [dana, noa] = [await person('Dana Katz'), await person('Noa Lavi')];
    const [staff, guests] = [await group('People', [dana]), await group('People', [noa])];
    const rules = [
      await create({ kind: 'face', mode: 'onList', groupIds: [staff], personIds: [noa] }),
      await create({ kind: 'face', mode: 'onList', groupIds: [staff, guests] }),
    ];
    await create({ kind: 'face', mode: 'any', groupIds: [staff] });
    const { byGroup, ...blocking } = await asked(dana);
    expect(blocking).toEqual(none);
    expect(byGroup.items.map(({ id }) => id).toSorted()).toEqual(rules.map(({ body }) => body.id).toSorted());
    expect((await remove(dana)).status).toBe(202);
  });

  it('is not deleted when it is a vehicle, and of the last two at once one stays', async () => {
    const fleet = await group('Vehicles', [await vehicle('aa 1'), await vehicle('bb 2')]);
    const { body: rule } = await create({ kind: 'licensePlate', mode: 'onList', groupIds: [fleet] });
    const drop = (plate: string) => owner.call(vehiclesCalls.remove, { params: { plate } });
    const answers = await Promise.all([drop('aa 1'), drop('bb 2')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      body: { code: 'vehicle_in_use', data: { count: 1, rules: [{ id: rule.id, name: rule.name }] } },
    });
    expect((await owner.call(orgGroupsCalls.get, { params: { id: fleet } })).body.members).toHaveLength(1);
  });
});

describe('a rule by a list that holds nobody', () => {
  const able = ['rtsp', 'detect:coco@1', 'rules', 'traitRules', 'faces:f@1', 'faceGallery', 'plates:p@1'];
  const stateOf = async ({ id }: AlertRule) =>
    (await owner.call(alertRulesCalls.get, { params: { id } })).body.targets.map(({ state }) => state);
  const expectState = (rule: AlertRule, state: string) =>
    vi.waitFor(async () => expect(await stateOf(rule)).toEqual([state]), { timeout: 30_000 });

  it('is not armed, whoever left its groups; one about anybody else is', async () => {
    core.edge.capabilities = [...able, ...ruleOptionAbilities];
    await core.link(Object.keys(syncedKinds));
    const [empty, none] = [await group('People', []), await group('Vehicles', [])];
    const staff = await group('People', [await person('Dana Katz')]);
    const ruleOf = async (condition: object): Promise<AlertRule> => (await create(condition)).body;
    const faces = await ruleOf({ kind: 'face', mode: 'onList', groupIds: [empty] });
    const plates = await ruleOf({ kind: 'licensePlate', mode: 'onList', groupIds: [none] });
    const suspects = await ruleOf({ kind: 'suspect', mode: 'onList', groupIds: [empty] });
    const others = await ruleOf({ kind: 'face', mode: 'notOnList', groupIds: [empty] });
    const oneOfTwo = await ruleOf({ kind: 'face', mode: 'onList', groupIds: [empty, staff] });
    const named = await ruleOf({ kind: 'licensePlate', mode: 'onList', plates: ['ZZ 9'], groupIds: [none] });
    for (const rule of [faces, plates, suspects]) await expectState(rule, 'nothingNamed');
    for (const rule of [others, oneOfTwo, named]) await expectState(rule, 'armed');
    const came = { params: { id: empty }, body: { memberIds: [await person('Noa Lavi')] } };
    await owner.call(orgGroupsCalls.addMembers, came);
    for (const rule of [faces, suspects]) await expectState(rule, 'armed');
  });
});

describe('a core', () => {
  const soon = { timeout: 30_000 };
  const link = (abilities: readonly string[]) => {
    core.edge.capabilities = [...abilities];
    return core.link(Object.keys(syncedKinds));
  };
  const able = ['rtsp', 'detect:coco@1', 'rules', 'ruleTraits', 'faces:faceres@1', 'faceGallery', 'plates'];
  /** What the core judges by, as it reads it. */
  const judged = () =>
    core.live('alertRule').map(({ content }) => readCondition((content as { condition: { kind: string } }).condition));
  const isJudging = (...conditions: object[]) => vi.waitFor(() => expect(judged()).toMatchObject(conditions), soon);

  it('judges by the members of a group, and follows as these come, go and turn out to be others', async () => {
    await link([...able, ...ruleOptionAbilities]);
    const [dana, noa, omer] = [await person('Dana Katz'), await person('Noa Lavi'), await person('Omer Ben-Ami')];
    const staff = await group('People', [dana, noa]);
    await create({ kind: 'face', mode: 'notOnList', groupIds: [staff] });
    await isJudging({ kind: 'face', mode: 'notOnList', personIds: [dana, noa].toSorted() });
    await owner.call(orgGroupsCalls.addMembers, { params: { id: staff }, body: { memberIds: [omer] } });
    await isJudging({ personIds: [dana, noa, omer].toSorted() });
    expect((await remove(omer)).status).toBe(202);
    await isJudging({ personIds: [dana, noa].toSorted() });
    // Noa turns out to be Shira, who was in no group.
    const shira = await person('Shira Adler');
    await owner.call(peopleCalls.merge, { body: { fromPersonId: noa, personId: shira } });
    await isJudging({ personIds: [dana, shira].toSorted() });
    expect((await owner.call(orgGroupsCalls.get, { params: { id: staff } })).body.members).toMatchObject([
      { id: dana },
      { id: shira },
    ]);
  });

  it('judges by the plates of a group, also after one of them was corrected', async () => {
    await link([...able, ...ruleOptionAbilities]);
    const [van, truck] = [await vehicle('aa 1'), await vehicle('bb 2')];
    const fleet = await group('Vehicles', [van, truck]);
    await create({ kind: 'licensePlate', mode: 'onList', plates: ['ZZ 9'], groupIds: [fleet] });
    const plates = () => (judged()[0] as { plates: string[] } | undefined)?.plates.toSorted();
    await vi.waitFor(() => expect(plates()).toEqual(['AA 1', 'BB 2', 'ZZ 9']), soon);
    await owner.call(vehiclesCalls.update, { params: { plate: 'aa 1' }, body: { plate: 'aa 7', revision: 1 } });
    await vi.waitFor(() => expect(plates()).toEqual(['AA 7', 'BB 2', 'ZZ 9']), soon);
    await owner.call(vehiclesCalls.remove, { params: { plate: 'bb 2' } });
    await vi.waitFor(() => expect(plates()).toEqual(['AA 7', 'ZZ 9']), soon);
  });

  it('that does not know groups is said to be too old for the rule, and could not judge it without them', async () => {
    await link(able);
    const staff = await group('People', [await person('Dana Katz')]);
    const { body } = await create({ kind: 'face', mode: 'notOnList', groupIds: [staff] });
    await vi.waitFor(() => expect(core.live('alertRule')).toHaveLength(1), soon);
    expect((core.live('alertRule')[0]!.content as { condition: unknown }).condition).toMatchObject({
      kind: 'withOptions',
      options: ['groups'],
    });
    const rule = (await owner.call(alertRulesCalls.get, { params: { id: body.id } })).body;
    expect(rule.targets).toMatchObject([{ state: 'coreTooOld' }]);
  });
});
