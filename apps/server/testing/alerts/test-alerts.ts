import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { AlertChangeRecord, AlertNearMissRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { sql } from 'kysely';
import { newId } from '../../src/platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../link/test-edge.ts';
import type { TestPerson, TestServer } from '../test-server.ts';

/** What a test wants of a rule. */
interface TestRule {
  name?: string;
  severity?: 'info' | 'warning' | 'critical';
  notify?: AlertRuleInput['notify'];
  cameraIds?: readonly string[];
  edgeIds?: readonly string[];
}

/** A camera of a core that a test plays, whose records it sends one after the other. */
export class AlertingCore {
  readonly edge: TestEdge;
  readonly cameraId: string;
  readonly #server: TestServer;
  readonly #organizationId: string;
  #sequence = 0;

  constructor(place: { server: TestServer; organizationId: string; edge: TestEdge; cameraId: string }) {
    this.#server = place.server;
    this.#organizationId = place.organizationId;
    this.edge = place.edge;
    this.cameraId = place.cameraId;
  }

  /** Sends records and waits until they are kept or passed over. */
  async send(...bodies: readonly EdgeRecordBody[]): Promise<void> {
    this.edge.records(this.#sequence + 1, bodies);
    this.#sequence += bodies.length;
    await this.edge.next('ack', (message) => message.sequence === this.#sequence);
  }

  /** A rule at the camera. */
  async rule({ name = 'At the gate', severity = 'warning', notify, cameraIds, edgeIds = [] }: TestRule = {}) {
    const id = newId();
    const told = notify ?? { userIds: [], channels: [] };
    const organizationId = this.#organizationId;
    await this.#server.platform.database.withOrganization(organizationId, async (trx) => {
      await sql`insert into alert_rules (organization_id, id, name, condition, is_enabled, severity, cool_down_s, merge_s, pre_s, post_s, protect_days, notify)
        values (${organizationId}, ${id}, ${name}, ${JSON.stringify({ kind: 'appearing' })}, true, ${severity}, 60, 60, 5, 10, 30, ${JSON.stringify(told)})`.execute(
        trx,
      );
      for (const cameraId of cameraIds ?? [this.cameraId])
        await sql`insert into alert_rule_targets (organization_id, rule_id, camera_id) values (${organizationId}, ${id}, ${cameraId})`.execute(
          trx,
        );
      for (const edgeId of edgeIds)
        await sql`insert into alert_rule_targets (organization_id, rule_id, edge_id) values (${organizationId}, ${id}, ${edgeId})`.execute(
          trx,
        );
    });
    return id;
  }

  /** What the core says of an alert of a rule. */
  change(said: Partial<AlertChangeRecord> & { ruleId: string }): AlertChangeRecord {
    const atUtcMs = said.atUtcMs ?? Date.now();
    return {
      kind: 'alertChange',
      alertId: newId(),
      cameraId: this.cameraId,
      sequence: 1,
      phase: 'opened',
      closeReason: said.phase === 'closed' ? 'over' : null,
      openedAtUtcMs: atUtcMs,
      atUtcMs,
      decidedAtUtcMs: atUtcMs,
      why: [{ what: 'stay', value: 12, limit: 10, placeId: null, class: 'person', score: 0.83 }],
      subjectIds: [],
      count: 1,
      ...said,
    };
  }

  nearMiss(said: Partial<AlertNearMissRecord> & { ruleId: string }): AlertNearMissRecord {
    return {
      kind: 'alertNearMiss',
      cameraId: this.cameraId,
      atUtcMs: Date.now(),
      hindrance: 'coolDown',
      count: 1,
      why: [],
      ...said,
    };
  }
}

/** A linked core with one camera in the organization of a person. */
export async function makeAlertingCore(server: TestServer, owner: TestPerson): Promise<AlertingCore> {
  const edge = await makeTestEdge(server, owner);
  const camera = await owner.call(camerasCalls.create, {
    body: {
      name: 'Gate',
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      streams: [{ kind: 'main', url: `rtsp://10.0.0.1/${newId()}` }],
    },
  });
  await edge.connect();
  const organizationId = owner.session.activeOrganizationId ?? '';
  return new AlertingCore({ server, organizationId, edge, cameraId: camera.body.id });
}
