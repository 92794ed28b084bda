# Frontdesk on the Functions host, for Container Apps or Kubernetes.
# Settings come from the environment. Build: docker build --build-arg FRONTDESK_COMMIT=$(git rev-parse HEAD) -t frontdesk .
# Not pinned by digest yet: npm run pin-images pins both images, where the registries can be reached.
FROM node:22-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
RUN npm ci --ignore-scripts --no-audit
COPY . .
# The version in log lines, spans and /healthz; there is no repository here.
ARG FRONTDESK_COMMIT
RUN npm run package

FROM mcr.microsoft.com/azure-functions/node:4-node22
ENV AzureWebJobsScriptRoot=/home/site/wwwroot \
    FUNCTIONS_REQUEST_BODY_SIZE_LIMIT=1114112 \
    AzureFunctionsJobHost__Logging__Console__IsEnabled=true
COPY --from=build /source/dist/package /home/site/wwwroot
