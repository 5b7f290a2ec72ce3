import { alertRuleCommands, alertRuleKinds, alertRuleRecords } from '../alert-rules/alert-rule-link.ts';
import { doorSightCommands } from '../alert-rules/door-sight-link.ts';
import { cameraPageCommands } from '../camera-pages/camera-page-link.ts';
import { onvifCommands } from '../cameras/camera-onvif.ts';
import { softwareCommands, softwareRecords } from '../edge-releases/core-software.ts';
import { doorKinds, doorRecords } from '../doors/door-link.ts';
import { dhcpCommands } from '../edges/dhcp.ts';
import { edgeKinds } from '../edges/edge-link.ts';
import { entranceKinds, entranceRecords } from '../entrances/entrance-link.ts';
import { locationKinds } from '../locations/location-link.ts';
import { organizationKinds } from '../organizations/organization-link.ts';
import { peopleCommands, peopleKinds } from '../people/people-link.ts';
import { talkCommands } from '../talk/talk-link.ts';
import { vehicleKinds } from '../vehicles/vehicle-link.ts';

// What each noun says over the link, from its own `<noun>-link.ts`. A further noun stands here, in those of the three that it has.

/** Kinds of entities that cores are told of: name → schema of the content. A further one needs `synced` on the server and `owns` on the core. */
export const nounKinds = {
  ...organizationKinds,
  ...locationKinds,
  ...edgeKinds,
  ...alertRuleKinds,
  ...peopleKinds,
  ...entranceKinds,
  ...doorKinds,
  ...vehicleKinds,
} as const;

/** What cores are asked: name → `input` and `output`. */
export const nounCommands = {
  ...alertRuleCommands,
  ...doorSightCommands,
  ...onvifCommands,
  ...cameraPageCommands,
  ...dhcpCommands,
  ...softwareCommands,
  ...talkCommands,
  ...peopleCommands,
} as const;

/** What cores report: schemas that are told apart by their `kind`. */
export const nounRecords = [...softwareRecords, ...alertRuleRecords, ...entranceRecords, ...doorRecords] as const;
