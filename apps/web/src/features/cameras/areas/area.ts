import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { EventSeverity } from '@sightline/contracts/events/event';
import type { Corner } from '../../../ui/drawing/corners.ts';

/** What an area of the picture is for: what counts stands in it or out of it, events are named by it, or it is hidden. */
export type AreaGroup = 'include' | 'exclude' | 'zone' | 'hidden' | 'hiddenNamed';

/** An area of the picture. Areas without a name are known by their place in the list. */
export interface Area {
  id: string;
  group: AreaGroup;
  points: readonly Corner[];
  /** Only areas of the groups with names have one. */
  name: string;
  severity: EventSeverity;
}

export const hasName = (group: AreaGroup): boolean => group === 'zone' || group === 'hiddenNamed';

/** At most this many of each group. */
export const maxAreas = 20;

const unnamed = (group: AreaGroup, shapes: readonly (readonly Corner[])[]): Area[] =>
  shapes.map((points, index) => ({ id: `${group} ${String(index)}`, group, points, name: '', severity: 'warning' }));

const shapesOf = (areas: readonly Area[], wanted: AreaGroup): Corner[][] =>
  areas.filter(({ group }) => group === wanted).map(({ points }) => [...points]);

/** Areas of what is looked for, in the order in which they are listed. */
export const areasOfAnalysis = ({ zones, zonesExclude, definedZones }: AnalysisSettings): Area[] => [
  ...unnamed('include', zones),
  ...unnamed('exclude', zonesExclude),
  ...definedZones.map(({ id, name, points, severity }): Area => ({ id, group: 'zone', name, points, severity })),
];

/** What is looked for, with these areas. */
export const analysisWith = (analysis: AnalysisSettings, areas: readonly Area[]): AnalysisSettings => ({
  ...analysis,
  zones: shapesOf(areas, 'include'),
  zonesExclude: shapesOf(areas, 'exclude'),
  definedZones: areas
    .filter(({ group }) => group === 'zone')
    .map(({ id, name, points, severity }) => ({ id, name, points: [...points], severity })),
});

/** Areas that are hidden. */
export const areasOfPrivacy = ({ zones, definedZones }: PrivacySettings): Area[] => [
  ...unnamed('hidden', zones),
  ...definedZones.map(({ id, name, points }): Area => ({
    id,
    group: 'hiddenNamed',
    name,
    points,
    severity: 'warning',
  })),
];

/** What is hidden, with these areas. */
export const privacyWith = (privacy: PrivacySettings, areas: readonly Area[]): PrivacySettings => ({
  ...privacy,
  zones: shapesOf(areas, 'hidden'),
  definedZones: areas
    .filter(({ group }) => group === 'hiddenNamed')
    .map(({ id, name, points }) => ({ id, name, points: [...points] })),
});

/** Areas in the order of their groups, and so as they are listed. */
export const inGroupOrder = (areas: readonly Area[], groups: readonly AreaGroup[]): Area[] =>
  groups.flatMap((wanted) => areas.filter(({ group }) => group === wanted));

/** How an area is numbered among those of its group, from 1. */
export const numberOf = (areas: readonly Area[], area: Area): number =>
  areas.filter(({ group }) => group === area.group).indexOf(area) + 1;
