import type { TraitConditionOf } from '@sightline/contracts/alert-rules/trait-conditions';
import type { Reason } from '../alert-effects.ts';
import type { Traits } from '../facts.ts';
import { confusedKey, plateKey } from '../../vehicles/plate-key.ts';
import { instantsOf, reasonOf, type KindRun, type Member, type Scene } from '../scene.ts';

type Said = Pick<Reason, 'what' | 'value' | 'limit'>;

/** What of somebody's traits meets the condition; null when nothing does. `isLast`: no more will be known of them at this place. */
type Verdict = (traits: Traits, isLast: boolean) => Said[] | null;

/** Judges everybody in a zone by what is known of them, once each: as soon as it is known, and when they go at the latest. */
function byTraits(verdictOf: Verdict, scene: Scene, minLooks = 0): KindRun {
  const instants = instantsOf(scene.episodes);
  const told = new Set<Member>();
  /** In so many looks one after the other it was so. */
  const looks = new Map<Member, number>();
  const zoneOf = ({ zones }: Member): number => zones.findIndex((zone) => zone.enteredAtUtcMs !== null);
  const judge = (member: Member, at: { zone: number; atUtcMs: number; isLook?: true; isLast?: true }): void => {
    const { traits, id } = member.subject;
    if (traits === null || at.zone === -1 || told.has(member)) return;
    const said = verdictOf(traits, at.isLast === true);
    if (said === null) return void looks.delete(member);
    if (at.isLook) looks.set(member, (looks.get(member) ?? 0) + 1);
    if ((looks.get(member) ?? 0) < minLooks) return;
    told.add(member);
    const placeId = scene.zoneIds[at.zone] ?? null;
    const why = said.map((one) => reasonOf(member, { ...one, placeId }));
    instants.tell(id, { atUtcMs: at.atUtcMs, why, subjectIds: [id] });
  };
  return {
    seen: (member, { atUtcMs }) => judge(member, { zone: zoneOf(member), atUtcMs, isLook: true }),
    described: (member, atUtcMs) => judge(member, { zone: zoneOf(member), atUtcMs }),
    left: (member, zone, { utcMs }) => judge(member, { zone, atUtcMs: utcMs, isLast: true }),
    gone(member) {
      told.delete(member);
      looks.delete(member);
    },
    dueUtcMs: instants.dueUtcMs,
    fallDue: instants.fallDue,
  };
}

/** A number plate is read that is on the list, or is not on it. */
export function licensePlate(condition: TraitConditionOf<'licensePlate'>, scene: Scene): KindRun {
  const { mode, match, plates, reads } = condition;
  const comparable = (text: string): string => (match === 'exact' ? plateKey(text) : confusedKey(plateKey(text)));
  const listed = new Set(plates.map(comparable));
  return byTraits(({ plate }, isLast) => {
    // A reading that is not sure says that it is on a list, never that it is on none.
    if (plate === null || (plate.reads < reads && !(isLast && mode !== 'notOnList'))) return null;
    const isListed = listed.has(comparable(plate.text));
    if (mode !== 'any' && isListed !== (mode === 'onList')) return null;
    return [{ what: mode === 'notOnList' ? 'plateNotOnList' : 'plate', value: plate.text, limit: null }];
  }, scene);
}

/** Who was not recognised so often is taken for somebody who is not known. */
const sightsOfStrangers = 4;

/** A face is seen: any, that of somebody on the list, or of somebody who is not on it. A face that was not compared is on no list and off none. */
export function face({ sights, ...asked }: TraitConditionOf<'face'>, scene: Scene): KindRun {
  const isMeant = byPeople(asked, sights);
  return byTraits(({ face: seen }, isLast) => {
    if (seen === null || seen.sights < sights || !isMeant(seen, isLast)) return null;
    return [{ what: 'face', value: seen.sights, limit: sights }];
  }, scene);
}

type SeenFace = NonNullable<Traits['face']>;

/** Whether somebody whose face is seen is one of those whom a condition is about. */
function byPeople(
  { mode, personIds }: Pick<TraitConditionOf<'face'>, 'mode' | 'personIds'>,
  sights: number,
): (seen: SeenFace, isLast: boolean) => boolean {
  const listed = new Set(personIds);
  return (seen, isLast) => {
    if (mode === 'any') return true;
    const { personId } = seen;
    if (personId === undefined) return false;
    // Somebody may yet turn out to be one of the list, as long as few looks were compared.
    const isStranger = personId === null && (isLast || seen.sights >= Math.max(sights, sightsOfStrangers));
    if (mode === 'unknown') return isStranger;
    if (mode === 'onList') return personId !== null && listed.has(personId);
    return personId === null ? isStranger : !listed.has(personId);
  };
}

/** A colour that covers less of the clothes, or of a vehicle, is none that anybody would name. */
const minShare = 0.25;
/** It must be so in this many looks. */
const looksOfColours = 3;
const parts = ['upper', 'lower', 'body'] as const;

/** Somebody has the colours of a description. It fits a description, and says nothing of who it is. */
export function suspect(condition: TraitConditionOf<'suspect'>, scene: Scene): KindRun {
  // Of a person nothing but clothes is described, of anything else nothing but the body.
  const asked = parts.filter(
    (part) => condition[part].length > 0 && (part === 'body') !== (condition.class === 'person'),
  );
  const isMeant = condition.class === 'person' && condition.mode !== 'any' ? byPeople(condition, 1) : null;
  return byTraits(
    ({ colours, face: seen }, isLast) => {
      if (isMeant !== null && (seen === null || !isMeant(seen, isLast))) return null;
      const found = asked.map((part) =>
        colours.find((one) => one.part === part && one.share >= minShare && condition[part].includes(one.colour)),
      );
      if (found.includes(undefined)) return null;
      // Nothing is described: everybody of the class fits.
      if (found.length === 0) return [{ what: 'appeared', value: 0, limit: null }];
      return found.flatMap((one) =>
        one === undefined ? [] : [{ what: `${one.part}Colour` as const, value: one.colour, limit: null }],
      );
    },
    scene,
    looksOfColours,
  );
}
