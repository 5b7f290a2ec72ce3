import type { ArmedAlarm, ArmedAlarmInput } from '@sightline/contracts/armed-alarms/armed-alarm';

/** A new alarm before anything is said of it. */
export const newAlarm = (name: string): ArmedAlarmInput => ({
  name,
  description: '',
  reArmMin: null,
  disArmMin: null,
  exitDelayS: 60,
  scheduleId: null,
  notification: { scheduleId: null },
  alertIds: [],
});

/** What people say of an alarm. */
export const valuesOf = (alarm: ArmedAlarm): ArmedAlarmInput => {
  const { name, description, reArmMin, disArmMin, exitDelayS, scheduleId, notification, alertIds } = alarm;
  return { name, description, reArmMin, disArmMin, exitDelayS, scheduleId, notification, alertIds };
};

const isWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Fields that the server would refuse. */
export function wrongFields({ name, reArmMin, disArmMin, exitDelayS }: ArmedAlarmInput) {
  return {
    name: name.trim() === '',
    reArmMin: reArmMin !== null && !isWithin(reArmMin, 1, 10_080),
    disArmMin: disArmMin !== null && !isWithin(disArmMin, 1, 10_080),
    exitDelayS: !isWithin(exitDelayS, 0, 255),
  };
}
