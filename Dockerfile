# Builds the web once, then runs the one process as a normal user. Data lives in /data: mount a volume there.
# For builds that can be repeated, name both images by digest, as `docker buildx imagetools inspect IMAGE` prints it:
# docker build --build-arg BUILD_IMAGE=node:24-bookworm-slim@sha256:… --build-arg RUN_IMAGE=debian:bookworm-slim@sha256:… .
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUN_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci
COPY . .
RUN npm run build
# The built web contains its packages.
RUN rm -rf node_modules */node_modules \
  && npm ci --omit=dev --workspace contract --workspace server --include-workspace-root

# The only Node here is the one of package.json.
FROM ${RUN_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 passeio && mkdir /data && chown passeio:passeio /data
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 MALLOC_ARENA_MAX=2 PATH=/app/node_modules/.bin:$PATH
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/web/package.json web/
COPY --from=build /app/web/build web/build
USER passeio
VOLUME /data
EXPOSE 3000
# The first start makes the database, later ones may migrate it.
HEALTHCHECK --start-period=120s --start-interval=2s --interval=10s --timeout=5s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals must reach the server itself. The flag and MALLOC_ARENA_MAX save 40 MB that nobody needs.
CMD ["node", "--max-semi-space-size=8", "server/src/main.ts"]
