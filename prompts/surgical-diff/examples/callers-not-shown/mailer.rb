class Mailer
  def initialize(transport)
    @transport = transport
  end

  def deliver(to, subject, body)
    @transport.send_mail(to: to, subject: subject, body: body)
  end
end
