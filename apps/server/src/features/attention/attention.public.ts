export { coreAnswersOf } from './core-answers.ts';
