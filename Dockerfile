# laurel with Node and git, from the packed file. In a clone: npm pack && docker build --tag laurel .
# In the folder of a project: docker run --rm --volume "$PWD:/work" --env LAUREL_API_TOKEN laurel plan
ARG BASE=node:24-alpine

FROM ${BASE} AS packed
COPY laurel-progression-laurel-*.tgz /tmp/laurel.tgz
# laurel has no dependencies: nothing comes from a registry.
RUN npm install --global --prefix /opt/laurel --offline --ignore-scripts --no-audit --no-fund /tmp/laurel.tgz

FROM ${BASE}
# `plan --base` reads commits with git. Other bases, such as node:24-bookworm, have it.
RUN command -v git || apk add --no-cache git
# The mounted folder belongs to a user of the host; git reads no repository of another user unless it is listed.
RUN git config --system --add safe.directory /work
COPY --from=packed /opt/laurel /opt/laurel
ENV PATH="/opt/laurel/bin:$PATH"
WORKDIR /work
# By number, so that Kubernetes can check that it is not root.
USER 1000:1000
ENTRYPOINT ["laurel"]
