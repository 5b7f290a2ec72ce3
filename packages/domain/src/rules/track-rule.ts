import type { JudgedCondition } from '@sightline/contracts/alert-rules/sent-condition';
import type { RuleZone } from '@sightline/contracts/alert-rules/track-conditions';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { AlertEffect, CloseReason } from './alert-effects.ts';
import { Episodes, type EpisodeSettings, type FormerAlert } from './episodes.ts';
import type { DoorSeenFact, GateFact, LookFact, MotionFact, PictureFact, SeenBox, SpotsFact } from './facts.ts';
import { kindRun } from './kind-run.ts';
import type { KnownTime } from './known-time.ts';
import { startLine, watchLine } from './line-watch.ts';
import { never, type KeptCount, type KindRun, type Member, type Scene } from './scene.ts';
import { standPoint } from './stand-point.ts';
import { hiddenLimitMs, type Subject, type SubjectSights } from './subjects.ts';
import { traitClass } from './trait-class.ts';
import { ZoneMask } from './zone-mask.ts';
import { leave, startPresence, visit, type Stand } from './zone-presence.ts';

/** A condition with the rule's own times, in ms. */
export interface TrackRuleSettings extends EpisodeSettings {
  condition: JudgedCondition;
  /** Of the site; UTC unless it is told. */
  timeZone?: string;
}

/** How far feet tremble while nobody moves, as a share of the height: a side counts only if it was once farther from the border. */
const trembles = 0.02;

function linesOf(condition: JudgedCondition): readonly (readonly PicturePoint[])[] {
  if (condition.kind === 'occupancy')
    return condition.countedBy === 'lines' ? condition.lines.map(({ points }) => points) : [];
  if (!('line' in condition)) return [];
  return 'secondLine' in condition ? [condition.line.points, condition.secondLine.points] : [condition.line.points];
}

interface AskedSubjects {
  classes: readonly EventClass[];
  minScore: number;
  minHeight: number;
}

/** Whose plate, face or clothes were made out was seen well enough. */
function subjectsAsked(condition: JudgedCondition): AskedSubjects | null {
  if ('classes' in condition) return condition;
  const trait = traitClass(condition);
  return trait === null ? null : { classes: [trait], minScore: 0, minHeight: 0 };
}

const everywhere: Stand = { isInside: true, isClear: () => true };

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const maskOf = ({ points }: RuleZone): ZoneMask => new ZoneMask(points);

/** One rule on one camera. `CameraRules` tells it what is seen and passes its time. */
export class TrackRule {
  readonly #condition: JudgedCondition;
  readonly #episodes: Episodes;
  readonly #known: KnownTime;
  /** One for each zone of the rule; null is the whole picture. */
  readonly #zones: readonly (ZoneMask | null)[];
  readonly #lines: readonly (readonly PicturePoint[])[];
  readonly #scene: Scene;
  /** Whom it follows; null for nobody. */
  readonly #asked: AskedSubjects | null;
  readonly #members = new Map<Subject, Member>();
  #kind: KindRun;
  #startUtcMs: number | null = null;
  #nowUtcMs = -never;
  #timeZone: string;

  constructor({ condition, timeZone = 'UTC', ...settings }: TrackRuleSettings, known: KnownTime) {
    this.#timeZone = timeZone;
    const zones = 'zones' in condition ? condition.zones : [];
    this.#condition = condition;
    this.#asked = subjectsAsked(condition);
    this.#known = known;
    this.#episodes = new Episodes(settings);
    this.#zones = zones.length === 0 ? [null] : zones.map(maskOf);
    this.#lines = linesOf(condition);
    this.#scene = {
      episodes: this.#episodes,
      known,
      members: this.#members,
      zoneIds: zones.length === 0 ? [null] : zones.map(({ id }) => id),
      startUtcMs: () => this.#startUtcMs ?? 0,
      timeZone: () => this.#timeZone,
    };
    this.#kind = kindRun(condition, this.#scene);
  }

  /** Whether it is the same rule but for its times. */
  judges(condition: JudgedCondition): boolean {
    return JSON.stringify(condition) === JSON.stringify(this.#condition);
  }

  /** Takes other times of the same condition: what it knows stays. */
  configure({ condition: _, timeZone = 'UTC', ...settings }: TrackRuleSettings, atUtcMs: number): void {
    this.#timeZone = timeZone;
    this.#episodes.configure(settings, atUtcMs);
  }

  adopt(alert: FormerAlert): void {
    this.#episodes.adopt(alert);
  }

  /** What it counts, where that must outlive the program; null otherwise. */
  counted(): KeptCount | null {
    return this.#kind.counted?.() ?? null;
  }

  /** Before the first look: what it counted before. */
  resume(kept: KeptCount): void {
    this.#kind.resume?.(kept);
  }

  /** Nobody asks for it any more. */
  end(atUtcMs: number, reason: CloseReason): void {
    this.#episodes.endAll(atUtcMs, reason);
  }

  /** What was decided since the last call. */
  take(): AlertEffect[] {
    return this.#episodes.take();
  }

  /** Everything that falls due up to an instant, in its order. */
  passTime(toUtcMs: number): void {
    while (this.#nowUtcMs < toUtcMs) {
      const nextUtcMs = Math.min(this.#dueUtcMs(), toUtcMs);
      this.#nowUtcMs = Math.max(this.#nowUtcMs, nextUtcMs);
      this.#fallDue(this.#nowUtcMs);
      if (nextUtcMs >= toUtcMs) return;
    }
  }

  /** Who is seen now. */
  look(fact: LookFact, told: readonly SubjectSights[]): void {
    this.#startUtcMs ??= fact.atUtcMs;
    for (const { subject, sights } of told) {
      const known = this.#members.get(subject);
      if (!this.#counts(subject, known !== undefined)) continue;
      const member = known ?? this.#join(subject);
      for (const seen of sights) this.#see(member, seen);
    }
    this.#kind.looked?.(fact.atUtcMs, told);
    // What fell due by what this look told, for instance a stay of no length.
    this.#kind.fallDue(fact.atUtcMs);
  }

  moved(fact: MotionFact): void {
    this.#startUtcMs ??= fact.atUtcMs;
    this.#kind.moved?.(fact);
  }

  pictured(fact: PictureFact): void {
    this.#startUtcMs ??= fact.atUtcMs;
    if (this.#kind.pictured === undefined) return;
    this.#kind.pictured(fact);
    this.#kind.fallDue(fact.atUtcMs);
  }

  doorSeen(fact: DoorSeenFact): void {
    this.#startUtcMs ??= fact.atUtcMs;
    this.#kind.doorSeen?.(fact);
  }

  spotted(fact: SpotsFact): void {
    this.#kind.spotted?.(fact);
  }

  /** More is known of these. */
  described(atUtcMs: number, subjects: readonly Subject[]): void {
    if (this.#kind.described === undefined) return;
    for (const subject of subjects) {
      const member = this.#members.get(subject);
      if (member !== undefined) this.#kind.described(member, atUtcMs);
    }
  }

  gate(fact: GateFact): void {
    this.#episodes.gate(fact, fact.atUtcMs);
  }

  /** Nobody knows what became of whom since this instant. */
  forgetAll(sinceUtcMs: number): void {
    this.#episodes.endAll(sinceUtcMs, 'blind');
    this.#members.clear();
    if (this.#kind.blinded === undefined) this.#kind = kindRun(this.#condition, this.#scene);
    else this.#kind.blinded();
  }

  #dueUtcMs(): number {
    const scheduleUtcMs = this.#episodes.dueAfter(this.#nowUtcMs);
    if (this.#known.blindSinceUtcMs !== null) return scheduleUtcMs;
    return Math.min(scheduleUtcMs, this.#kind.dueUtcMs(), this.#lostUtcMs());
  }

  #fallDue(atUtcMs: number): void {
    if (this.#episodes.dueAfter(atUtcMs - 1) === atUtcMs) this.#episodes.fallDue(atUtcMs);
    if (this.#known.blindSinceUtcMs !== null) return;
    this.#loseHidden(atUtcMs);
    this.#kind.fallDue(atUtcMs);
  }

  /** Who was seen clearly once is still there when he turns his back: detectors are then less sure of him, the tracker is not. */
  #counts(subject: Subject, isKnown: boolean): boolean {
    // What is judged by the whole picture follows nobody.
    if (this.#asked === null) return false;
    const { classes, minScore, minHeight } = this.#asked;
    const isClear = isKnown || subject.score >= minScore;
    return isClear && classes.includes(subject.class) && subject.last.box.height >= minHeight;
  }

  #join(subject: Subject): Member {
    const { atUtcMs } = subject.first;
    const member: Member = {
      subject,
      zones: this.#zones.map(startPresence),
      lines: this.#lines.map(startLine),
      point: null,
      looks: 0,
      firstUtcMs: atUtcMs,
      lastUtcMs: atUtcMs,
    };
    this.#members.set(subject, member);
    return member;
  }

  #see(member: Member, seen: SeenBox): void {
    const { atUtcMs, box } = seen;
    const point = this.#pointOf(member, box);
    member.point = point;
    member.lastUtcMs = atUtcMs;
    member.looks += 1;
    const margin = box.height * trembles;
    for (let zone = 0; zone < this.#zones.length; zone += 1) {
      const mask = this.#zones[zone] ?? null;
      const stand = mask === null ? everywhere : this.#standAt(mask, { point, box, margin });
      const change = visit(member.zones[zone]!, stand, atUtcMs);
      if (change?.kind === 'entered') this.#kind.entered?.(member, zone, change.atUtcMs);
      if (change?.kind === 'left') this.#kind.left?.(member, zone, { utcMs: change.atUtcMs, isLost: false });
    }
    for (const [line, points] of this.#lines.entries()) {
      const { crossing, wasLost } = watchLine(member.lines[line]!, points, { atUtcMs, point, width: box.width });
      if (crossing !== null) this.#kind.crossed?.(member, crossing, line);
      if (wasLost) this.#episodes.nearMiss(atUtcMs, 'lostAtLine', []);
    }
    this.#kind.seen?.(member, seen);
  }

  #standAt(mask: ZoneMask, { point, box, margin }: { point: PicturePoint; box: Box; margin: number }): Stand {
    if (!('point' in this.#condition) || this.#condition.point !== 'any')
      return { isInside: mask.holds(point), isClear: () => mask.distance(point) >= margin };
    const isInside = mask.touches(box);
    return { isInside, isClear: () => mask.touches(grown(box, isInside ? -margin : margin)) === isInside };
  }

  #pointOf({ subject, point: before }: Member, box: Box): PicturePoint {
    const by = 'point' in this.#condition && this.#condition.point === 'centre' ? 'centre' : 'foot';
    return standPoint(box, { subject, before, by });
  }

  /** When the next subject was hidden for so long that it is no longer there. */
  #lostUtcMs(): number {
    let next = never;
    for (const { subject, lastUtcMs } of this.#members.values())
      next = Math.min(next, this.#known.utcMs(this.#known.of(lastUtcMs) + hiddenLimitMs(subject) + 1));
    return next;
  }

  #loseHidden(atUtcMs: number): void {
    for (const [subject, member] of this.#members) {
      if (member.lastUtcMs + hiddenLimitMs(subject) >= atUtcMs) continue;
      this.#members.delete(subject);
      for (const [zone, presence] of member.zones.entries()) {
        const change = leave(presence, member.lastUtcMs);
        if (change !== null) this.#kind.left?.(member, zone, { utcMs: change.atUtcMs, isLost: true });
      }
      this.#kind.gone?.(member, member.lastUtcMs);
    }
  }
}
