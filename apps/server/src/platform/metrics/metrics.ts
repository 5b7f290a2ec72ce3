import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  httpSeconds: Histogram<'call' | 'status'>;
  linkedEdges: Gauge;
  linkViolations: Counter<'reason'>;
  linkRecords: Counter;
  linkRefused: Counter<'reason'>;
  realtimeClients: Gauge;
  realtimeDropped: Counter;
  relayBytes: Counter;
  liveLeases: Gauge;
}

/** Figures of this process in the form that Prometheus reads; one registry per server, so that tests do not share. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'sightline_http_seconds',
      help: 'Time to answer a call.',
      labelNames: ['call', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    linkedEdges: new Gauge({ name: 'sightline_linked_edges', help: 'Cores with a link to this process.', registers }),
    linkViolations: new Counter({
      name: 'sightline_link_violations_total',
      help: 'Messages of cores that broke the protocol.',
      labelNames: ['reason'],
      registers,
    }),
    linkRecords: new Counter({
      name: 'sightline_link_records_total',
      help: 'Records of cores that were applied.',
      registers,
    }),
    linkRefused: new Counter({
      name: 'sightline_link_refused_total',
      help: 'Records of cores that cannot be true or read, passed over.',
      labelNames: ['reason'],
      registers,
    }),
    realtimeClients: new Gauge({
      name: 'sightline_realtime_clients',
      help: 'Browsers listening for changes.',
      registers,
    }),
    realtimeDropped: new Counter({
      name: 'sightline_realtime_dropped_total',
      help: 'Browsers told to fetch anew because they read too slowly.',
      registers,
    }),
    relayBytes: new Counter({
      name: 'sightline_relay_bytes_total',
      help: 'Bytes of video passed through this server.',
      registers,
    }),
    liveLeases: new Gauge({ name: 'sightline_live_leases', help: 'Live views open through this process.', registers }),
  };
}
