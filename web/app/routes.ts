import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page, by audience. */
export default [
  layout('routes/portal/layout.tsx', [
    index('routes/portal/home.tsx'),
    route('portal/contato', 'routes/portal/contact.tsx'),
    route('portal/politicacancelamento', 'routes/portal/cancellation-policy.tsx'),
    route('portal/passeio', 'routes/portal/trips.tsx'),
    route('portal/passeio/:slug', 'routes/portal/trip.tsx'),
    route('*', 'routes/portal/not-found.tsx'),
  ]),
  layout('routes/auth/layout.tsx', [
    route('auth/login', 'routes/auth/login.tsx'),
    route('auth/register', 'routes/auth/register.tsx'),
    route('auth/forgot-password', 'routes/auth/forgot-password.tsx'),
    route('auth/reset-password', 'routes/auth/reset-password.tsx'),
    route('auth/confirm-mail', 'routes/auth/confirm-mail.tsx'),
    route('auth/lock-screen', 'routes/auth/lock-screen.tsx'),
    route('auth/logout', 'routes/auth/logout.tsx'),
  ]),
  layout('routes/area/layout.tsx', [
    route('home', 'routes/area/home.tsx'),
    route('minhaconta', 'routes/area/minhaconta.tsx'),
    route('minhasreservas', 'routes/area/minhasreservas.tsx'),
    route('404', 'routes/area/not-found.tsx'),
    route('admin/passeios', 'routes/admin/passeios.tsx'),
    route('admin/usuarios', 'routes/admin/usuarios.tsx'),
    route('admin/configuracoes', 'routes/admin/configuracoes.tsx'),
    route('admin/*', 'routes/admin/not-found.tsx'),
  ]),
] satisfies RouteConfig;
