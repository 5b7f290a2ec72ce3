import { analyseCapability } from '../capabilities/analyse/analyse.capability.ts';
import { attendCapability } from '../capabilities/attend/attend.capability.ts';
import { cameraPagesCapability } from '../capabilities/camera-pages/camera-pages.capability.ts';
import { claimCapability } from '../capabilities/claim/claim.capability.ts';
import { countCapability } from '../capabilities/count/count.capability.ts';
import { dhcpCapability } from '../capabilities/dhcp/dhcp.capability.ts';
import { exportCapability } from '../capabilities/export/export.capability.ts';
import { identifyCapability } from '../capabilities/identify/identify.capability.ts';
import { keepTimeCapability } from '../capabilities/keep-time/keep-time.capability.ts';
import { liveCapability } from '../capabilities/live/live.capability.ts';
import { localCapability } from '../capabilities/local/local.capability.ts';
import { onvifCapability } from '../capabilities/onvif/onvif.capability.ts';
import { placeCapability } from '../capabilities/place/place.capability.ts';
import { playCapability } from '../capabilities/play/play.capability.ts';
import { privacyCapability } from '../capabilities/privacy/privacy.capability.ts';
import { recordCapability } from '../capabilities/record/record.capability.ts';
import { recoverCapability } from '../capabilities/recover/recover.capability.ts';
import { refileCapability } from '../capabilities/refile/refile.capability.ts';
import { replayCapability } from '../capabilities/replay/replay.capability.ts';
import { reportCapability } from '../capabilities/report/report.capability.ts';
import { reserveCapability } from '../capabilities/reserve/reserve.capability.ts';
import { retainCapability } from '../capabilities/retain/retain.capability.ts';
import { rulesCapability } from '../capabilities/rules/rules.capability.ts';
import { searchCapability } from '../capabilities/search/search.capability.ts';
import { snapshotCapability } from '../capabilities/snapshot/snapshot.capability.ts';
import { syncCapability } from '../capabilities/sync/sync.capability.ts';
import { talkCapability } from '../capabilities/talk/talk.capability.ts';
import { updateCapability } from '../capabilities/update/update.capability.ts';
import { DnsmasqProcess, type DnsmasqOptions } from '../drivers/dnsmasq/dnsmasq-process.ts';
import { probeDhcp } from '../drivers/dnsmasq/probe-dhcp.ts';
import { CapabilityList } from '../platform/capabilities/capability-list.ts';
import type { EdgeCore } from '../platform/capabilities/edge-core.ts';

/** What the capabilities of this process reach the outside with; the processes of their own take theirs in workers/. */
export const edgeDrivers = {
  dhcpServer: (options: DnsmasqOptions) => new DnsmasqProcess(options),
  probeDhcp,
};

/** Everything that a core does, in the order in which it begins. */
export const capabilities = CapabilityList.of<EdgeCore & typeof edgeDrivers>()
  .with(keepTimeCapability)
  .with(recoverCapability)
  .with(placeCapability)
  .with(refileCapability)
  .with(recordCapability)
  .with(retainCapability)
  .with(reserveCapability)
  .with(privacyCapability)
  .with(onvifCapability)
  .with(analyseCapability)
  .with(attendCapability)
  .with(identifyCapability)
  .with(rulesCapability)
  .with(countCapability)
  .with(replayCapability)
  .with(reportCapability)
  .with(syncCapability)
  .with(dhcpCapability)
  .with(updateCapability)
  .with(localCapability)
  .with(claimCapability)
  .with(exportCapability)
  .with(liveCapability)
  .with(playCapability)
  .with(searchCapability)
  .with(snapshotCapability)
  .with(talkCapability)
  .with(cameraPagesCapability);
