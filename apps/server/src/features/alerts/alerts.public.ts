/** How often rules alerted, and what kept them from it, for the pages of rules. */
export { figuresOfRules, type RuleFigures } from './rule-figures.repository.ts';
export { keepNearMiss, nearMissesOfRule } from './near-misses.repository.ts';

/** Alerts of rules that the server judges itself. */
export { tellAlert, type ServerAlert } from './server-alerts.ts';

/** What is done at a new alert. */
export { alertOpened } from './alert-moments.ts';

/** Sending help because of an alert is a deed of whoever has it. */
export { alertDispatched } from './handling/dispatched-alert.ts';

/** Alerts as they are shown to whoever may see them. */
export { alertsShown, alertsShownInFull } from './alerts-shown.ts';

/** What a reader is told of alerts, as a condition: those about people alone whom cameras hide from the reader are left out. */
export { alertsTold, type ToldAlerts } from './alert-hiding.repository.ts';

/** Alerts as places outside are told of them: why, in words, and the picture. */
export { reasonIn } from './deliveries/alert-texts.ts';
export { pictureOfAlert, type AlertPicture } from './alert-outward-picture.ts';
