import { admin, everyRole, route } from '../route.ts';
import { z } from '../zod.ts';
import { ownProfile } from './own-profile.ts';
import {
  personChange,
  personDetails,
  personDocuments,
  profileChange,
  signUpPayload,
  userFilters,
  userList,
  userSessionList,
} from './users.ts';

const profileChanging = {
  access: everyRole,
  summary: 'Change the own profile',
  body: profileChange,
  answer: ownProfile,
};

export const userRoutes = {
  // The specification names both methods.
  changeMe: route('PUT', '/users/me', profileChanging),
  changeMeByPost: route('POST', '/users/me', profileChanging),
  listSessions: route('GET', '/users/me/sessions', {
    access: 'identified',
    summary: 'Where the caller is signed in',
    answer: userSessionList,
  }),
  endSession: route('DELETE', '/users/me/sessions/:sessionId', {
    access: 'identified',
    summary: 'End one of the own sessions; its tokens stop working at once',
    answer: userSessionList,
  }),
  validate: route('POST', '/users/validate', {
    access: 'anyone',
    summary: 'Whether a person with this data may sign up',
    body: signUpPayload,
    answer: z.boolean(),
  }),
  signUp: route('POST', '/users', {
    access: 'identified',
    summary: 'Write the profile after signing up at the identity provider',
    body: signUpPayload,
    answer: ownProfile,
    status: 201,
  }),

  list: route('GET', '/users', { access: admin, summary: 'People', query: userFilters, answer: userList }),
  read: route('GET', '/users/:userId', {
    access: admin,
    summary: "A person's data; that it was opened is on record",
    answer: personDetails,
  }),
  showDocuments: route('GET', '/users/:userId/documents', {
    access: admin,
    summary: "A person's CPF and RG, which other answers mask; each reading is audited",
    answer: personDocuments,
  }),
  removeTwoFactor: route('DELETE', '/users/:userId/two-factor', {
    access: admin,
    summary: 'Remove the second step of signing in of somebody who lost it; their sessions end',
    answer: z.object({}),
  }),
  change: route('PUT', '/users', {
    access: admin,
    summary: "Correct a person's data, change the role, shut them out or let them in again",
    body: personChange,
    answer: personDetails,
  }),
};
